import type { FieldModel } from '../field-model.ts'
import { textParser } from '../text/model.ts'

export const model: FieldModel = { parse: textParser(200_000), isVerbatim: true, filter: 'text', isTabular: false, example: () => '<p>正文</p>' }
