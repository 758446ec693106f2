import { isUuid } from '#model/checks.ts'
import { type FieldModel, matching } from '../field-model.ts'

export const model: FieldModel = { parse: matching('id', isUuid), filter: 'ref', fact: 'text', isTabular: true, example: () => crypto.randomUUID() }
