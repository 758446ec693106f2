import { decimal, integer, shape } from '#model'

const need = { required: true } as const
/** 结项数据: what an activity came to, taken from sign-in, ledger, photos and ratings; nobody types it. */
export interface ClosingFigures {
  admitted: number
  present: number
  late: number
  absent: number
  excused: number
  hours: number
  photos: number
  /** Ratings show from so many answers on (60-AT14). */
  rated: number
  content: number | null
  organisation: number | null
  gain: number | null
}
const rating = { precision: 3, scale: 1 } as const
export const closingFigures = shape(
  '结项数据',
  {
    admitted: integer('录取', need),
    present: integer('到场', need),
    late: integer('迟到', need),
    absent: integer('缺勤', need),
    excused: integer('请假', need),
    hours: decimal('记入时长', { ...need, precision: 9, scale: 1 }),
    photos: integer('照片', need),
    rated: integer('评价份数', need),
    ...{ content: decimal('内容', rating), organisation: decimal('组织工作', rating), gain: decimal('收获', rating) },
  },
  need,
)
