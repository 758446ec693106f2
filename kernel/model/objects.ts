/** Whether a value of unknown shape, such as JSON from a request, is an object with keys. */
export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
