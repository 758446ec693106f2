import { isTime } from '#model/checks.ts'
import { type FieldModel, matching } from '../field-model.ts'

export const model: FieldModel = { parse: matching('time', isTime), filter: 'text', fact: 'text', isTabular: true, example: () => '08:30' }
