import { Checkbox, Switch, Tooltip } from 'antd'
import { Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { CHANNELS, LEVELS, OUTSIDE } from '../model/message.ts'
import { channelStates, ruleMatrix, saveRule } from '../model/rule.ts'
import style from './message.module.css'
import officeStyle from './office.module.css'

export type Rule = AnswerOf<typeof ruleMatrix>[number]
const RulePanel = lazily(() => import('./RulePanel.tsx'))
const MODE_TONES = { on: 'done', log: 'attention', off: 'over' } as const
const MODES = { on: '发送', log: '只记录', off: '未开通' } as const

/** 通知与消息 → 消息发送配置: events by channels. In-app is always on; of the others the first that reaches the recipient is used. */
export default function RulePage() {
  const read = useRead(ruleMatrix, {})
  const { data } = read
  const states = useRead(channelStates, {})
  const [editing, setEditing] = useState<string>()
  const modeOf = (channel: string) => states.data?.find(s => s.channel === channel)?.mode ?? 'on'
  const open = data?.find(r => r.eventCode === editing)
  return (
    <Page title={t('消息发送配置')} help={t('站内消息总会发送。勾选几个渠道时，先用左边的；收不到或失败了，再用下一个。')}>
      <Sheet as="div" className={style.scroll}>
        <Loaded of={read} lines={10}>
          {rules => <Rules rules={rules} modeOf={modeOf} onOpen={setEditing} />}
        </Loaded>
      </Sheet>
      <Suspense>{open ? <RulePanel key={open.eventCode} rule={open} onClose={() => setEditing(undefined)} /> : null}</Suspense>
    </Page>
  )
}
interface RulesProps {
  rules: readonly Rule[]
  modeOf: (channel: string) => keyof typeof MODES
  onOpen: (eventCode: string) => void
}
function Rules({ rules, modeOf, onOpen }: RulesProps) {
  const may = useCan(saveRule.permission)
  const save = useAct(saveRule, { done: false })
  const savedCode = save.variables?.eventCode
  const isFixed = (rule: Rule) => !may || (save.isPending && savedCode === rule.eventCode)
  const put = (rule: Rule, change: Partial<Rule>) => {
    const { eventCode, channels, isEnabled, quietHours, mergeMinutes, templates, version } = { ...rule, ...change }
    save.mutate({ eventCode, channels, isEnabled, quietHours, mergeMinutes, templates, version } as Parameters<typeof save.mutate>[0])
  }
  const outside = (channel: (typeof OUTSIDE)[number]) => (rule: Rule) => {
    const chosen: readonly string[] = rule.channels
    return (
      <Checkbox
        checked={chosen.includes(channel)}
        disabled={isFixed(rule) || rule.staysInside}
        aria-label={`${rule.name} ${t(CHANNELS[channel])}`}
        onChange={event => put(rule, { channels: OUTSIDE.filter(c => (c === channel ? event.target.checked : chosen.includes(c))) })}
      />
    )
  }
  const headOf = (channel: 'inApp' | (typeof OUTSIDE)[number]) => (
    <>
      {t(CHANNELS[channel])}
      <State tone={MODE_TONES[modeOf(channel)]}>{t(MODES[modeOf(channel)])}</State>
    </>
  )
  return (
    <PlainTable
      label={t('消息发送配置')}
      className={officeStyle.matrix}
      rows={rules}
      keyOf={rule => rule.eventCode}
      columns={[
        [
          t('事件'),
          rule => (
            <>
              <button type="button" className={officeStyle.event} onClick={() => onOpen(rule.eventCode)}>
                <b>{rule.name}</b>
                <small>{rule.staysInside ? `${rule.moduleName} · ${t('只在站内')}` : rule.moduleName}</small>
              </button>
              {save.error && savedCode === rule.eventCode ? <Refused what={t('没有保存')} error={save.error} /> : null}
            </>
          ),
        ],
        [
          t('级别'),
          rule => (
            <em className={style.level} data-level={rule.level}>
              {t(LEVELS[rule.level])}
            </em>
          ),
        ],
        [
          t(CHANNELS.inApp),
          () => (
            <Tooltip title={t('站内消息不能关闭')}>
              <Checkbox checked disabled aria-label={t('站内')} />
            </Tooltip>
          ),
          { head: headOf('inApp') },
        ],
        ...OUTSIDE.map(channel => [t(CHANNELS[channel]), outside(channel), { head: headOf(channel) }] as const),
        [
          t('夜间不打扰'),
          rule => (
            <Switch
              size="small"
              checked={rule.quietHours && rule.level !== 'urgent'}
              disabled={isFixed(rule) || rule.level === 'urgent'}
              aria-label={t('夜间不打扰')}
              onChange={quietHours => put(rule, { quietHours })}
            />
          ),
        ],
        [
          t('站外发送'),
          rule => <Switch size="small" checked={rule.isEnabled} disabled={isFixed(rule)} aria-label={t('站外发送')} onChange={isEnabled => put(rule, { isEnabled })} />,
        ],
      ]}
    />
  )
}
