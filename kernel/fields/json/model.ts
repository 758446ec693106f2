import type { FieldModel } from '../field-model.ts'

/** Any value; what may be in it is checked by the code that takes it. */
export const model: FieldModel = { parse: (_name, _field, value) => ({ value }), filter: 'text', isTabular: false, example: () => ({}) }
