import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { action, integer } from '#model'
import { readOptions, readQuery } from './useRead.ts'

vi.mock('virtual:qinglan/services', () => ({ default: {} }))
const figures = action('made.thing.figures', 'figures', {
  method: 'GET',
  input: { days: integer('days', { required: true }) },
  output: { all: integer('all', { required: true }) },
})
const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
afterEach(() => client.clear())

/** What is on the screen once another number of days is asked for and not yet answered. */
function shownMeanwhile(keeps?: boolean) {
  const options = (days: number) => ({ ...readOptions(figures, { days }, keeps === undefined ? {} : { keeps }), queryFn: () => new Promise<never>(() => undefined) })
  client.setQueryData(readQuery(figures, { days: 7 }).queryKey, { all: 12 })
  const observer = new QueryObserver(client, options(7))
  const end = observer.subscribe(() => undefined)
  const before = observer.getCurrentResult().data
  observer.setOptions(options(30))
  const after = observer.getCurrentResult().data
  end()
  return { before, after }
}
describe('a read whose question changes', () => {
  it('shows nothing of the answer to another question', () => {
    expect(shownMeanwhile()).toEqual({ before: { all: 12 }, after: undefined })
  })
  it('of a list that says so keeps its rows until the next ones are there', () => {
    expect(shownMeanwhile(true)).toEqual({ before: { all: 12 }, after: { all: 12 } })
  })
})
