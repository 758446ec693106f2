import { type FieldModel, fault, quoted, string } from '../field-model.ts'

export const model: FieldModel = {
  parse: string((name, field, value) => (Object.hasOwn(field.options.choices ?? {}, value) ? { value } : fault('choice', name, field, { value: quoted(value) }))),
  filter: 'many',
  fact: 'choice',
  isTabular: true,
  example: ({ options }) => Object.keys(options.choices ?? {})[0],
}
