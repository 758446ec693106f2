import sql from 'sql-template-tag'
import { allModules, fill, type MessageEvent } from '#model'
import { uuidv7 } from '#server/base/uuid.ts'
import { handle, seed } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { CHANNELS, message, messageDelivery, OUTSIDE, type OutsideChannel } from '../model/message.ts'
import { channelStates, messageEventRow, messageRule, previewTemplate, ruleMatrix, saveRule, type Template, type Templates, testRule } from '../model/rule.ts'
import { ADDRESS, queueOf, rulesByEvent } from './fan-out.ts'
import { modeOf, settingsOf } from './settings.ts'
import { eventNamed, insideText, outsideText, partsOf, templateOf, variablesIn } from './texts.ts'

/** Upserts the declared events into the school's table and adds missing rules with the event's defaults; existing rules stay. */
const events = seed('message.events', async db => {
  const rows = allModules().flatMap(m => m.messages.map(e => ({ ...e, module: m.code })))
  const declared = rows.map(({ code, name, module, level, variables, title, content, channels }) => ({
    ...{ code, name, module, level, variables, title, content },
    defaultChannels: [...channels],
  }))
  await db.upsert(messageEventRow, ['code'], declared, { bookkeeping: true })
  await db.insertMany(
    messageRule,
    rows.map(({ code, channels }) => ({ eventCode: code, channels: [...channels] })),
    { skipExisting: true, history: false },
  )
})

const matrix = handle(ruleMatrix, async ({ db, lang }) => {
  const rules = await rulesByEvent(db)
  const settings = await settingsOf(db)
  return allModules().flatMap(m =>
    m.messages.map(e => {
      const rule = rules.get(e.code)
      return {
        eventCode: e.code,
        name: translate(lang, e.name),
        moduleName: translate(lang, m.name),
        level: e.level,
        variables: Object.fromEntries(Object.entries(e.variables).map(([name, label]) => [name, translate(lang, label)])),
        title: e.title,
        content: e.content,
        channels: OUTSIDE.filter(c => (rule?.channels ?? e.channels).includes(c)),
        isEnabled: rule?.isEnabled ?? true,
        quietHours: rule?.quietHours ?? true,
        mergeMinutes: rule?.mergeMinutes ?? settings.mergeMinutes,
        templates: rule?.templates ?? {},
        staysInside: e.staysInside ?? false,
        version: rule?.version ?? 0,
      }
    }),
  )
})
const states = handle(channelStates, async ({ db }) => {
  const settings = await settingsOf(db)
  const [providers] = await db.query<{ count: number }>(sql`select count(*)::int as count from sms_provider where tenant_id = ${db.me.tenantId} and is_enabled and vendor <> 'log'`)
  const of = (channel: OutsideChannel): 'on' | 'log' | 'off' => (channel === 'sms' && !providers?.count ? 'log' : modeOf(settings, channel))
  return [{ channel: 'inApp' as const, mode: 'on' as const }, ...OUTSIDE.map(channel => ({ channel, mode: of(channel) }))]
})
const save = handle(saveRule, async ({ db, refuse }, { eventCode, version, ...given }) => {
  const event = eventNamed(eventCode)
  const rule = (await rulesByEvent(db)).get(eventCode)
  if (!event || !rule) return refuse('unknownEvent', { code: eventCode }, 'eventCode')
  if (rule.version !== version) refuse('stale')
  if (event.staysInside && given.channels.length) refuse('staysInside', { name: event.name }, 'channels')
  const templates = checkedTemplates(event, given.templates, refuse as Refuse)
  const saved = await db.update(messageRule, rule.id, { ...given, templates, channels: given.channels as OutsideChannel[] }, version)
  return { version: saved.version }
})
type TemplateFault = 'unknownVariable' | 'templateForm' | 'empty'
type Refuse = (key: TemplateFault, values?: Record<string, unknown>, field?: string) => never
const LANGUAGES = ['zh-cn', 'zh-tw', 'en'] as const
const SHAPE = new Set(['title', 'content'])

/** Validates templates; unknown variables are refused, because they would render as gaps. */
function checkedTemplates(event: MessageEvent, given: unknown, refuse: Refuse): Templates {
  const made: Record<string, Record<string, Template>> = {}
  for (const [channel, byLanguage] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    const label = CHANNELS[channel as keyof typeof CHANNELS]
    if (!label || typeof byLanguage !== 'object' || byLanguage === null) refuse('templateForm', { channel: label ?? channel.slice(0, 20) }, 'templates')
    for (const [language, template] of Object.entries(byLanguage as Record<string, unknown>)) {
      if (!LANGUAGES.includes(language as never) || !isTemplate(template)) refuse('templateForm', { channel: label }, 'templates')
      checkVariables(event, label, template as Template, refuse)
      made[channel] = { ...made[channel], [language]: template as Template }
    }
  }
  return made as Templates
}
const isTemplate = (given: unknown): given is Template =>
  typeof given === 'object' &&
  given !== null &&
  Object.entries(given).every(([key, value]) => SHAPE.has(key) && typeof value === 'string' && value.length <= (key === 'title' ? 200 : 2000)) &&
  'content' in given
function checkVariables(event: MessageEvent, channel: string, template: Template, refuse: Refuse): void {
  if (!template.content.trim()) refuse('empty', { channel }, 'templates')
  const unknown = variablesIn(`${template.title ?? ''} ${template.content}`).find(name => !Object.hasOwn(event.variables, name))
  if (unknown)
    refuse(
      'unknownVariable',
      {
        channel,
        variable: `{${unknown}}`,
        known:
          Object.keys(event.variables)
            .map(v => `{${v}}`)
            .join(' ') || '—',
      },
      'templates',
    )
}
/** Sample values for every variable, for previews. */
const samples = (event: MessageEvent): Record<string, string> =>
  Object.fromEntries(
    Object.entries(event.variables).map(([name, label]) => [name, event.sensitivity?.[name] === 'S1' ? '周雨桐' : /时间|日期/.test(label) ? '2026-09-01 08:00' : `［${label}］`]),
  )

const preview = handle(previewTemplate, async ({ db, refuse }, { eventCode, channel, language, title, content }) => {
  const event = eventNamed(eventCode)
  if (!event) return refuse('unknownEvent', { code: eventCode }, 'eventCode')
  const rule = (await rulesByEvent(db)).get(eventCode)
  const base = templateOf(event, content ? { [channel]: { [language]: { content, ...(title ? { title } : {}) } } } : (rule?.templates ?? null), channel, language)
  checkVariables(event, CHANNELS[channel], base, refuse as Refuse)
  if (channel === 'inApp') return { title: fill(base.title, samples(event)), content: fill(base.content, samples(event)), parts: null }
  const settings = await settingsOf(db)
  const text = outsideText(event, base, samples(event), `请登录${settings.schoolName || '系统'}查看`)
  return { ...text, parts: channel === 'sms' ? partsOf(text.content) : null }
})
const NEEDS = { sms: '手机号', email: '邮箱', webPush: '接收推送的设备' } as const

/** Sends to the caller only, ignoring rules and quiet hours. It uses the regular queue, so the channel's response is in the delivery log. */
const test = handle(testRule, async ({ db, me, refuse }, { eventCode, channel }) => {
  const event = eventNamed(eventCode)
  if (!event) return refuse('unknownEvent', { code: eventCode }, 'eventCode')
  if (event.staysInside && channel !== 'inApp') refuse('staysInside', { name: event.name }, 'channel')
  const [to] = await db.query(sql`select u.id from sys_user u where u.tenant_id = ${me.tenantId} and u.id = ${me.userId} and ${channel === 'inApp' ? sql`true` : ADDRESS[channel]}`)
  if (!to && channel in NEEDS) refuse('noAddress', { what: NEEDS[channel as keyof typeof NEEDS] })
  const values = samples(event)
  const { title, content } = insideText(event, (await rulesByEvent(db)).get(event.code)?.templates ?? null, values)
  const [messageId, deliveryId] = [uuidv7(), uuidv7()]
  const told = { recipientId: me.userId, eventCode: event.code, level: event.level }
  await db.insertMany(message, [{ ...told, id: messageId, category: event.module, title, content, variables: values }], { history: false })
  const way = channel === 'inApp' ? { state: 'delivered' as const, sentAt: new Date().toISOString() } : { state: 'queued' as const }
  await db.insertMany(messageDelivery, [{ ...told, ...way, id: deliveryId, messageId, channel, obeysQuiet: false }], { history: false })
  db.live('message', [me.userId])
  if (channel !== 'inApp') await notifyWorkers(db, queueOf(channel))
  return { deliveryId }
})
export default [events, matrix, states, save, preview, test]
