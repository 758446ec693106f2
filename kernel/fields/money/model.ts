import { FEN } from '../../model/money.ts'
import { limited } from '../decimal/model.ts'
import { type FieldModel, wrongType } from '../field-model.ts'

/** Integer fen, shown in yuan. */
export const model: FieldModel = {
  parse: (name, field, value) => (Number.isSafeInteger(value) ? limited(name, field, value as number) : wrongType(name, field, value)),
  filter: 'numbers',
  fact: 'number',
  unit: FEN,
  scale: 100,
  isTabular: true,
  example: () => 100,
}
