// The element that a reference into Permissions means: "rule:3", "credential:github".
export const partId = (ref: string) => `permissions-${ref}`;
