import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { action, list, text } from '#model'
import { fakeBrowser } from '#web/http/fixture.ts'
import { type ActionFormOptions, useActionForm } from './ActionForm.tsx'

vi.mock('virtual:qinglan/services', () => ({ default: {} }))

const report = action('repair.repairOrder.report', '报修', {
  permission: 'signedIn',
  output: 'none',
  input: { place: text('地点', { required: true }), photos: list('照片', text('照片', { max: 36 })) },
})
const photo = new File(['x'], 'a.jpg')
let sent: unknown[]
beforeEach(() => {
  fakeBrowser()
  sent = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    return new Response(JSON.stringify({ code: 200, success: true, data: null }))
  })
  vi.stubGlobal('requestAnimationFrame', () => 0)
})
afterEach(() => vi.unstubAllGlobals())
type Keep = ActionFormOptions<typeof report>['keep']
let press: () => void
function Form({ keep }: { keep: Keep }) {
  press = useActionForm(report, { keep, initial: { place: '101', photos: [photo] as never }, done: false }).send
  return null
}
/** The form with a chosen photo, sent as it was first drawn. */
async function send(keep?: Keep): Promise<void> {
  renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Form, { keep })))
  press()
  await new Promise(done => setTimeout(done, 50))
}
test('a queue gets chosen files beside the input', async () => {
  const keep = vi.fn()
  await send(keep)
  expect(keep.mock.calls).toEqual([[{ place: '101' }, { photos: [photo] }]])
})
test('chosen files never get lost on the way to the server: an input that has them is refused', async () => {
  await send()
  expect(sent).toEqual([])
})
