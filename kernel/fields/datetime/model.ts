import { isDatetime } from '#model/checks.ts'
import { type FieldModel, matching } from '../field-model.ts'

export const model: FieldModel = { parse: matching('datetime', isDatetime), filter: 'dates', isTabular: true, example: () => '2026-09-01T08:00:00+08:00' }
