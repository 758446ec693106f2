import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input, InputNumber, Segmented, Tabs } from 'antd'
import { Send } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OutputOf } from '#model'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { State, toneOf } from '#web/feedback/State.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { failureText, get, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useCan } from '#web/session/useCan.ts'
import { actionAddress, namedAddress } from '#web/values/address.ts'
import { CHANNELS, deliveryStates, OUTSIDE } from '../model/message.ts'
import { previewTemplate, saveRule, type Template, type Templates, testRule } from '../model/rule.ts'
import style from './office.module.css'
import type { Rule } from './RulePage.tsx'

type ChannelName = 'inApp' | (typeof OUTSIDE)[number]
type Language = 'zh-cn' | 'zh-tw' | 'en'
const LANGUAGES: ReadonlyArray<readonly [Language, string]> = [
  ['zh-cn', '简体中文'],
  ['zh-tw', '繁體中文'],
  ['en', 'English'],
]
/** Templates of one event by channel and language, with preview and test. */
export default function RulePanel({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [templates, setTemplates] = useState<Templates>(rule.templates as Templates)
  const [minutes, setMinutes] = useState(rule.mergeMinutes)
  const [channel, setChannel] = useState<ChannelName>('inApp')
  const [language, setLanguage] = useState<Language>('zh-cn')
  const may = useCan(saveRule.permission)
  const save = useAct(saveRule, { onDone: () => setOpen(false) })
  const isChanged = minutes !== rule.mergeMinutes || JSON.stringify(templates) !== JSON.stringify(rule.templates)
  const put = (next: Template | undefined) => setTemplates(withTemplate(templates, channel, language, next))
  const own = templates[channel]?.[language]
  return (
    <Panel
      open={isOpen}
      size={720}
      title={rule.name}
      onClose={() => setOpen(false)}
      afterClose={onClose}
      footer={
        may ? (
          <div className="ql-acts">
            <Button onClick={() => setOpen(false)}>{t('取消')}</Button>
            <Button
              type="primary"
              disabled={!isChanged}
              loading={save.isPending}
              onClick={() =>
                save.mutate({
                  eventCode: rule.eventCode,
                  channels: rule.channels,
                  isEnabled: rule.isEnabled,
                  quietHours: rule.quietHours,
                  mergeMinutes: minutes,
                  templates,
                  version: rule.version,
                })
              }
            >
              {t('保存')}
            </Button>
          </div>
        ) : undefined
      }
    >
      {save.error ? <Refused what={t('没有保存')} error={save.error} /> : null}
      <Tabs
        activeKey={channel}
        onChange={key => setChannel(key as ChannelName)}
        items={(['inApp', ...OUTSIDE] as const).map(c => ({ key: c, label: t(CHANNELS[c]) + (templates[c] && Object.keys(templates[c]).length ? ' ·' : '') }))}
      />
      <div className={style.template}>
        <Segmented value={language} options={LANGUAGES.map(([value, label]) => ({ value, label }))} onChange={setLanguage} />
        <TemplateFields key={`${channel}${language}`} rule={rule} channel={channel} value={own} disabled={!may} onChange={put} />
        <Preview rule={rule} channel={channel} language={language} template={own} />
        {may ? <Try rule={rule} channel={channel} isChanged={isChanged} /> : null}
        <div className={style.minutes}>
          <label htmlFor="msg-minutes">{t('合并时间')}</label>
          <InputNumber id="msg-minutes" min={0} max={1440} value={minutes} disabled={!may} suffix={t('分钟')} onChange={n => setMinutes(n ?? 0)} />
          <small>{t('同一人、同一业务在这段时间内只有一条')}</small>
        </div>
      </div>
    </Panel>
  )
}
function withTemplate(of: Templates, channel: ChannelName, language: Language, next: Template | undefined): Templates {
  const { [language]: _old, ...rest } = of[channel] ?? {}
  const own = next ? { ...rest, [language]: next } : rest
  const { [channel]: _gone, ...others } = of
  return Object.keys(own).length ? { ...others, [channel]: own } : others
}
interface FieldsProps {
  rule: Rule
  channel: ChannelName
  value: Template | undefined
  disabled: boolean
  onChange: (next: Template | undefined) => void
}
/** Title and text with buttons to insert variables. Empty means the default text. */
function TemplateFields({ rule, channel, value, disabled, onChange }: FieldsProps) {
  const area = useRef<HTMLTextAreaElement | null>(null)
  const content = value?.content ?? ''
  const write = (next: string) => onChange(next ? { ...(value?.title ? { title: value.title } : {}), content: next } : undefined)
  const insert = (name: string) => {
    const at = area.current?.selectionStart ?? content.length
    write(`${content.slice(0, at)}{${name}}${content.slice(at)}`)
    area.current?.focus()
  }
  return (
    <>
      <Row>
        {Object.entries(rule.variables as Record<string, string>).map(([name, label]) => (
          <Button key={name} size="small" disabled={disabled} onClick={() => insert(name)}>{`{${name}} ${label}`}</Button>
        ))}
      </Row>
      {channel === 'sms' ? null : (
        <Input
          aria-label={t('标题')}
          placeholder={t('标题：{{text}}', { text: rule.title })}
          maxLength={200}
          disabled={disabled || !content}
          value={value?.title ?? ''}
          onChange={event => onChange({ content, ...(event.target.value ? { title: event.target.value } : {}) })}
        />
      )}
      <Input.TextArea
        ref={node => {
          area.current = node?.resizableTextArea?.textArea ?? null
        }}
        aria-label={t('内容')}
        placeholder={t('不填用系统文字：{{text}}', { text: rule.content })}
        autoSize={{ minRows: 3, maxRows: 8 }}
        maxLength={2000}
        disabled={disabled}
        value={content}
        onChange={event => write(event.target.value)}
      />
    </>
  )
}
function Preview({ rule, channel, language, template }: { rule: Rule; channel: ChannelName; language: Language; template: Template | undefined }) {
  const input = { eventCode: rule.eventCode, channel, language, ...(template?.title ? { title: template.title } : {}), ...(template?.content ? { content: template.content } : {}) }
  const { data, error } = useQuery({
    queryKey: ['messagePreview', input],
    queryFn: ({ signal }) => post<OutputOf<typeof previewTemplate>>(actionAddress(previewTemplate), input, { signal, quiet: true }),
    meta: { inPlace: true },
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  if (error)
    return (
      <p className={`${style.preview} ${style.isWrong}`} role="alert">
        {failureText(error)}
      </p>
    )
  return (
    <figure className={style.preview} aria-label={t('预览')}>
      <figcaption>{data?.parts ? t('预览，按 {{n}} 条短信计费', { n: data.parts }) : t('预览')}</figcaption>
      {channel === 'sms' ? null : <b>{data?.title}</b>}
      <p>{data?.content}</p>
    </figure>
  )
}
interface Tried {
  state: keyof typeof deliveryStates.labels
  error: string | null
  providerId: string | null
}
const POLL_MS = 1000
const isOver = (of: Tried | undefined): boolean => of !== undefined && of.state !== 'queued' && of.state !== 'sending'

/** Sends a test by this channel and waits for its result. */
function Try({ rule, channel, isChanged }: { rule: Rule; channel: ChannelName; isChanged: boolean }) {
  const [deliveryId, setDeliveryId] = useState<string>()
  const act = useAct(testRule, { done: false, onDone: answer => setDeliveryId(answer.deliveryId) })
  const { data } = useQuery({
    queryKey: ['messageTest', deliveryId],
    queryFn: ({ signal }) => get<{ result: Tried[] }>(namedAddress('messageDelivery', 'list'), { id: deliveryId }, { signal, quiet: true }).then(page => page.result[0]),
    enabled: deliveryId !== undefined,
    meta: { inPlace: true },
    refetchInterval: query => (isOver(query.state.data) ? false : POLL_MS),
  })
  return (
    <div className={style.try}>
      <Button
        icon={<Send size={14} />}
        disabled={isChanged}
        loading={act.isPending || (deliveryId !== undefined && !isOver(data))}
        onClick={() => act.mutate({ eventCode: rule.eventCode, channel })}
      >
        {t('发给我试试')}
      </Button>
      {isChanged ? <small>{t('先保存，再试')}</small> : null}
      {data && isOver(data) ? (
        <span>
          <State tone={toneOf(data.state, { sent: 'done', delivered: 'done', skipped: 'attention' })}>
            {data.providerId === 'log' ? t('只记录，没有发送') : t(deliveryStates.labels[data.state])}
          </State>
          {data.error ? ` ${data.error}` : ''}
        </span>
      ) : null}
      {act.error ? <Refused what={t('没有发送')} error={act.error} /> : null}
    </div>
  )
}
