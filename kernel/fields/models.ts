import type { Field, FieldKind } from '#model/field.ts'
import { model as bool } from './bool/model.ts'
import { model as choice } from './choice/model.ts'
import { model as date } from './date/model.ts'
import { model as datetime } from './datetime/model.ts'
import { model as decimal } from './decimal/model.ts'
import { model as dict } from './dict/model.ts'
import type { FieldModel } from './field-model.ts'
import { model as files } from './files/model.ts'
import { model as integer } from './integer/model.ts'
import { model as json } from './json/model.ts'
import { model as list } from './list/model.ts'
import { model as money } from './money/model.ts'
import { model as ref } from './ref/model.ts'
import { model as rich } from './rich/model.ts'
import { model as shape } from './shape/model.ts'
import { model as text } from './text/model.ts'
import { model as time } from './time/model.ts'

/** Kinds of fields: what server and browser know. */
export const MODELS: Readonly<Record<FieldKind, FieldModel>> = { text, integer, decimal, money, date, time, datetime, bool, dict, choice, ref, list, shape, files, rich, json }

/** Stored units in what is shown: fen in a yuan. */
export const scaleOf = (field: Field | undefined): number => (field && MODELS[field.kind].scale) ?? 1
