/** Held by alumni, for their own card, their classmates and what they give. */
export const OWN = 'alumni:alumnus:own'
