// Tells a measurement to whoever runs the benches, for the table at the end. Promises: a bench also runs by itself.

export interface Measurement {
  bench: string;
  what: string;
  measured: string;
  aim: string;
  /** null: there is no aim. */
  met: boolean | null;
}

export function report(measurement: Measurement): void {
  process.send?.(measurement);
}
