import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { systemGate } from '#server/access/calls.ts'
import { allowOwnHost } from '#server/base/outbound.ts'
import type { Core } from '#server/data/core.ts'
import { openScope } from '#server/http/route.ts'
import { DEMO_TENANT } from '#server/start/demo.ts'
import { NO_ANSWER } from '../model/cited.ts'
import { aiProvider } from '../model/provider.ts'
import { STAND_IN_MODEL } from '../server/demo-cases.ts'

interface Chat {
  messages?: Array<{ role?: string; content?: string }>
}
/** The first words of the first passage, with its number; of anything else a fixed text. Nothing is generated. */
export function fixedAnswer({ messages = [] }: Chat): string {
  const asked = messages.at(-1)?.content ?? ''
  if (!asked.includes('\n\n问题：')) return '请各位同学按通知要求准时参加，如有特殊情况请提前向辅导员说明。' // verbatim
  const [, no, quoted] = /\[(\d+)\][^\n]*\n((?:> [^\n]*\n?)+)/.exec(asked) ?? []
  return no && quoted ? `${quoted.replace(/^> /gm, '').replace(/\s+/g, ' ').slice(0, 120)}[${no}]` : NO_ANSWER
}
/** Plays a provider of OpenAI's protocol on the demo's own server. It is entered as a provider, and AI as a whole is off. */
export async function mountModel(app: FastifyInstance, core: Core): Promise<{ point(address: string): Promise<void> }> {
  app.register(async scope => {
    openScope(scope, 'plays a language model, in the demo alone')
    scope.post('/stand-in/ai/v1/chat/completions', async (request, reply) => {
      const chat = request.body as Chat
      const content = fixedAnswer(chat)
      return reply.send({
        choices: [{ message: { role: 'assistant', content } }],
        usage: { prompt_tokens: JSON.stringify(chat.messages ?? []).length, completion_tokens: content.length },
      })
    })
  })
  return {
    async point(address) {
      const { port } = new URL(address)
      allowOwnHost(`127.0.0.1:${port || 80}`)
      const { rows } = await core.pool.query<{ id: string }>('select id from tenant where code = $1', [DEMO_TENANT])
      const db = rows[0] && systemGate(core, rows[0].id, 'demo')
      await db?.updateWhere(aiProvider, sql`t.model = ${STAND_IN_MODEL}`, { baseUrl: `http://127.0.0.1:${port || 80}/stand-in/ai/v1`, apiKey: null }, { history: false })
    },
  }
}
