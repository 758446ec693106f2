import { DEFAULT_SIZE, type ListState } from './query.ts'

/** Page and size of a list as the address has them; also what list actions are asked with. */
export const pagingOf = (params: URLSearchParams): { current: number; size: number } => ({
  current: Number(params.get('current')) || 1,
  size: Number(params.get('size')) || DEFAULT_SIZE,
})
/** A change of the pager as the address takes it: another size begins at the first page. */
export const pagingPart = ({ page, size }: Partial<Pick<ListState, 'page' | 'size'>>): Record<string, string | null> =>
  size ? { size: String(size), current: null } : { current: String(page ?? 1) }
