// Nightjar's mark: a bird's wing as a crescent over the horizon, and one star.
export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true" className="shrink-0 text-accent">
      <rect width="26" height="26" rx="7" fill="currentColor" />
      <path
        d="M4.5 12.2c2.9.1 5 .9 6.6 2.4.7.6 1.2.9 1.9.9s1.2-.3 1.9-.9c1.600-1.500 3.700-2.300 6.600-2.400-.7 4.300-4.100 7.300-8.500 7.300s-7.800-3-8.500-7.300Z"
        className="fill-on-accent"
      />
      <circle cx="18.400" cy="7.600" r="1.900" className="fill-on-accent" />
    </svg>
  );
}
