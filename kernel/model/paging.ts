import { type Fields, integer, list, shape } from './field.ts'

/** What an action that answers page by page is asked with. */
export const pageInput = { current: integer('页码', { min: 1, max: 100000 }), size: integer('每页', { min: 1, max: 200 }) } as const
/** The answer of such an action: the rows of one page, and how many there are. */
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
/** Where a page stands in its list. `more`: there are more rows than were counted. */
export interface PageHead {
  total: number
  current: number
  size: number
  pages: number
  more?: true
}
export const pageOf = (total: number, current: number, size: number): PageHead => ({ total, current, size, pages: Math.ceil(total / size) })
