import { t } from '#web/i18n/index.ts'
import { type CallOptions, call, parse, responseFailure, unwrap } from './client.ts'
import { ApiFailure } from './failure.ts'
import { readEvents } from './stream.ts'

/** POST whose answer is drawn as it comes: `take` gets the text so far, the promise the whole answer. Aborting ends the work on the server. */
export async function postStreamed<T>(path: string, body: unknown, take: (text: string) => void, options: CallOptions = {}): Promise<T> {
  const read = async (response: Response): Promise<Record<string, unknown> | undefined> => {
    if (!response.headers.get('content-type')?.includes('text/event-stream')) return parse(await response.text())
    let last: Record<string, unknown> | undefined
    let refusal: { status: number; body: unknown } | undefined
    await readEvents(response, ({ event, data }) => {
      if (event === 'text') take(JSON.parse(data) as string)
      if (event === 'answer') last = parse(data)
      if (event === 'refused') refusal = JSON.parse(data) as typeof refusal
    })
    if (refusal) throw responseFailure(refusal.status, JSON.stringify(refusal.body))
    return last
  }
  const answer = await call(path, { ...options, method: 'POST', body, headers: { ...options.headers, Accept: 'text/event-stream, application/json' } }, read)
  if (!answer) throw new ApiFailure('network', t('网络连接错误'))
  return unwrap<T>(answer)
}
