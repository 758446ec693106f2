const ADULT = 18
/** Age in years on a day. */
export const ageOn = (birthDate: string, on: string): number => Number(on.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (on.slice(5) < birthDate.slice(5) ? 1 : 0)
/** Under 18 on that day. Whose date of birth is not known is taken for an adult. */
export const isMinor = (birthDate: string | null, on: string): boolean => birthDate !== null && ageOn(birthDate, on) < ADULT
