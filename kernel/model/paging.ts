import { type Fields, integer, list, shape } from './field.ts'

/** Input of a paginated action. */
export const pageInput = { current: integer('页码', { min: 1, max: 100000 }), size: integer('每页', { min: 1, max: 200 }) } as const
/** Response of a paginated action: the rows of one page and the total. */
export const paged = <const F extends Fields>(label: string, row: F) =>
  ({
    result: list(label, shape(label, row), { required: true }),
    page: shape(
      '分页',
      {
        total: integer('总数', { required: true }),
        current: integer('页码', { required: true }),
        size: integer('每页', { required: true }),
        pages: integer('页数', { required: true }),
      },
      { required: true },
    ),
  }) as const
/** Pagination data of a page. `more`: there are rows beyond the counted total. */
export interface PageHead {
  total: number
  current: number
  size: number
  pages: number
  more?: true
}
export const pageOf = (total: number, current: number, size: number): PageHead => ({ total, current, size, pages: Math.ceil(total / size) })
