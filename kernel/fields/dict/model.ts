import { type FieldModel, fault, quoted, string } from '../field-model.ts'

/** Whether the school's set has the code is checked by the server (`records/verbs.ts`). */
export const model: FieldModel = {
  parse: string((name, field, value) => (/^[\w.-]{1,64}$/.test(value) ? { value } : fault('choice', name, field, { value: quoted(value) }))),
  filter: 'many',
  fact: 'choice',
  isTabular: true,
  example: ({ options }) => options.dictionary?.items[0]?.key,
}
