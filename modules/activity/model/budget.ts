import { choice, integer, list, money, shape, text } from '#model'

const need = { required: true } as const
/** Who pays. A society's fund holds its part; the others have no fund here: what they give is recorded. */
export const SOURCES = { society: '社团经费', department: '部门经费', other: '其他' } as const
export type Source = keyof typeof SOURCES
const line = shape(
  '一项预算',
  {
    item: text('项目', { ...need, max: 60 }),
    quantity: integer('件数', { ...need, min: 1, max: 10_000 }),
    price: money('单价', { ...need, min: 1, max: 10_000_000 }),
    source: choice('来源', SOURCES, need),
  },
  need,
)
/** 60-AT2, AT11: what it will cost. The amount of a line follows from it and is kept nowhere. */
export const budget = list('经费预算', line, { max: 30, help: '社团经费提交时就预留，不批准或取消的随即释放' })
export interface BudgetLine {
  item: string
  quantity: number
  price: number
  source: Source
}
type Given = ReadonlyArray<BudgetLine | null> | null | undefined
export const linesOf = (of: Given): BudgetLine[] => (of ?? []).flatMap(l => l ?? [])
export const amountOf = ({ quantity, price }: Pick<BudgetLine, 'quantity' | 'price'>): number => quantity * price
/** The whole budget, or what of it one source pays. */
export const plannedOf = (of: Given, source?: Source): number => linesOf(of).reduce((sum, l) => (source && l.source !== source ? sum : sum + amountOf(l)), 0)

export interface Cost {
  source: Source
  amount: number
}
export interface Purse {
  source: Source
  planned: number
  spent: number
  isOver: boolean
}
const PERCENT = 100
/** 60-AT11: planned and spent by source. What one source saved does not cover another: each may go over by so many percent. */
export function purses(of: Given, costs: readonly Cost[], percent: number): Purse[] {
  return (Object.keys(SOURCES) as Source[]).flatMap(source => {
    const planned = plannedOf(of, source)
    const spent = costs.reduce((sum, c) => (c.source === source ? sum + c.amount : sum), 0)
    return planned || spent ? [{ source, planned, spent, isOver: spent * PERCENT > planned * (PERCENT + percent) }] : []
  })
}
