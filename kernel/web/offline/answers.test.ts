import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { action, list, revealed, shape, text } from '#model'
import { broughtBack, leave } from '#web/credentials/leave.ts'
import { ADMIN } from '#web/credentials/realm.ts'
import { keepToken, type TokenAnswer } from '#web/credentials/token.ts'
import { get } from '#web/http/client.ts'
import { ApiRefusal } from '#web/http/failure.ts'
import { type FakeBrowser, fakeBrowser } from '#web/http/fixture.ts'
import { queryClient } from '#web/http/queryClient.ts'
import { readKept } from '#web/records/useKeptRead.ts'
import { answerOrLast } from '#web/session/last-answer.ts'
import { signedIn } from '#web/session/sign.ts'
import { keepAnswer, keptAnswer, keptAnswers, mayKeep } from './answers.ts'

vi.mock('virtual:qinglan/services', () => ({ default: {} }))
const slip = action('made.thing.slip', 'slip', { method: 'GET', output: { name: text('name', { required: true }) } })
const illness = text('illness', { sensitivity: 'S2' })
const token = (userId: string): TokenAnswer => ({ access_token: `of ${userId}`, token_type: 'bearer', refresh_token: 'r', expires_in: 3600, detail: { userId } }) as TokenAnswer
let browser: FakeBrowser
let isOnline: boolean
beforeEach(() => {
  browser = fakeBrowser()
  isOnline = true
  vi.stubGlobal('fetch', async () => {
    if (!isOnline) throw new TypeError('no network')
    return new Response(JSON.stringify({ code: 200, data: { name: 'Li' } }))
  })
  keepToken(token('a'), ADMIN)
})
afterEach(() => {
  vi.unstubAllGlobals()
  broughtBack({ persisted: true })
  queryClient.clear()
  onlineManager.setOnline(true)
})
const read = () => readKept(slip, {}, new AbortController().signal)
const rows = (): string[] => Array.from({ length: browser.local.length }, (_, i) => browser.local.key(i) ?? '').filter(key => /answer|last-/.test(key))

describe('60-MB3 without network', () => {
  it('an answer is shown as it was seen last, with its time, and a refusal is never replaced by it', async () => {
    const before = Date.now()
    expect(await read()).toEqual({ answer: { name: 'Li' } })
    isOnline = false
    const { answer, keptAt = 0 } = await read()
    expect([answer, keptAt >= before, keptAt <= Date.now()]).toEqual([{ name: 'Li' }, true, true])
    expect(keptAnswers(slip)).toEqual([{ answer: { name: 'Li' }, at: keptAt }])
    await expect(readKept(slip, { id: 'another' } as never, new AbortController().signal)).rejects.toMatchObject({ kind: 'network' })
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 404, msg: 'gone' }), { status: 400 }))
    await expect(read()).rejects.toBeInstanceOf(ApiRefusal)
  })
  it('the menu of the last visit stands, so that the shell opens; nobody else’s', async () => {
    expect(await answerOrLast('routes', async () => ['menu'])).toEqual(['menu'])
    isOnline = false
    const ask = () => get<string[]>('base/sysMenu/getUserRoutes', undefined, { quiet: true })
    expect(await answerOrLast('routes', ask)).toEqual(['menu'])
    keepToken(token('b'), ADMIN)
    await expect(answerOrLast('routes', ask)).rejects.toMatchObject({ kind: 'network' })
  })
  it('what is sensitive is never kept, however deep it lies and even if its reader may see it', () => {
    const made = (output: Parameters<typeof action>[2]['output']) => action('made.thing.read', 'read', { method: 'GET', output })
    const sensitive = [{ illness }, { all: list('all', shape('one', { illness })) }, { illness: revealed(illness, 'their own') }, illness, 'file'] as const
    for (const output of sensitive) {
      const of = made(output as never)
      expect(mayKeep(of)).toBe(false)
      keepAnswer(of, {}, { illness: 'flu' })
      expect(keptAnswer(of, {})).toBeUndefined()
    }
    expect([mayKeep(slip), rows()]).toEqual([true, []])
  })
  it('any other act fails at once and says that there is no network, instead of waiting in silence to be done later', async () => {
    onlineManager.setOnline(false)
    isOnline = false
    const mutation = new MutationObserver(queryClient, { mutationFn: () => get('made/thing/write', undefined, { quiet: true }), onError: () => undefined })
    await expect(mutation.mutate()).rejects.toMatchObject({ kind: 'network', message: '网络连接错误' })
    expect(mutation.getCurrentResult()).toMatchObject({ isPaused: false, isError: true })
    const query = queryClient.fetchQuery({ queryKey: ['made'], queryFn: () => get('made/thing/read', undefined, { quiet: true }), retry: false, meta: { inPlace: true } })
    await expect(query).rejects.toMatchObject({ kind: 'network' })
  })
})
describe('60-MB3 what was kept goes', () => {
  const keep = async () => {
    await read()
    await answerOrLast('routes', async () => ['menu'])
    expect(rows()).toHaveLength(2)
  }
  it('with signing out', async () => {
    await keep()
    leave()
    expect(rows()).toEqual([])
  })
  it('with a 401', async () => {
    await keep()
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 401, msg: 'over' }), { status: 401 }))
    await expect(read()).rejects.toThrow()
    expect(rows()).toEqual([])
  })
  it('with another account, from memory too, while the same one keeps it', async () => {
    await keep()
    queryClient.setQueryData(['made'], 'of a')
    signedIn(token('a'), ADMIN)
    expect([rows().length, queryClient.getQueryData(['made'])]).toEqual([2, 'of a'])
    signedIn(token('b'), ADMIN)
    expect([rows(), queryClient.getQueryData(['made'])]).toEqual([[], undefined])
    expect(keptAnswer(slip, {})).toBeUndefined()
  })
})
