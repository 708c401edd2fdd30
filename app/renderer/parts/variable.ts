// The name of an environment variable, as a person enters it. Promises: `env:NAME`, as config.yaml names it, is the same name.
// Refuses: to judge the name.
export const variableOf = ({ variable }: { variable: string }): string => variable.trim().replace(/^env:/, "");
