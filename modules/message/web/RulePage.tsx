import { Checkbox, Switch, Tooltip } from 'antd'
import { Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { State } from '#web/feedback/State.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { CHANNELS, LEVELS, OUTSIDE } from '../model/message.ts'
import { channelStates, ruleMatrix, saveRule } from '../model/rule.ts'
import '#web/records/records.css'
import './message.css'
import './office.css'

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
    <Page title={t('消息发送配置')}>
      <p className="msg-hint">{t('站内消息总会发送。勾选几个渠道时，先用左边的；收不到或失败了，再用下一个。')}</p>
      <div className="ql-sheet msg-scroll">
        {data ? (
          <table className="ql-plain msg-matrix">
            <thead>
              <tr>
                <th>{t('事件')}</th>
                <th>{t('级别')}</th>
                {(['inApp', ...OUTSIDE] as const).map(channel => (
                  <th key={channel}>
                    {t(CHANNELS[channel])}
                    <State tone={MODE_TONES[modeOf(channel)]}>{t(MODES[modeOf(channel)])}</State>
                  </th>
                ))}
                <th>{t('夜间不打扰')}</th>
                <th>{t('站外发送')}</th>
              </tr>
            </thead>
            <tbody>
              {data.map(rule => (
                <RuleRow key={rule.eventCode} rule={rule} onOpen={() => setEditing(rule.eventCode)} />
              ))}
            </tbody>
          </table>
        ) : (
          <Loading of={read} lines={10} />
        )}
      </div>
      <Suspense>{open ? <RulePanel key={open.eventCode} rule={open} onClose={() => setEditing(undefined)} /> : null}</Suspense>
    </Page>
  )
}
function RuleRow({ rule, onOpen }: { rule: Rule; onOpen: () => void }) {
  const may = useCan(saveRule.permission)
  const save = useAct(saveRule, { done: false })
  const put = (change: Partial<Rule>) => {
    const { eventCode, channels, isEnabled, quietHours, mergeMinutes, templates, version } = { ...rule, ...change }
    save.mutate({ eventCode, channels, isEnabled, quietHours, mergeMinutes, templates, version } as Parameters<typeof save.mutate>[0])
  }
  const chosen = rule.channels as readonly string[]
  return (
    <tr>
      <td>
        <button type="button" className="msg-event" onClick={onOpen}>
          <b>{rule.name}</b>
          <small>{rule.moduleName}</small>
        </button>
        {save.error ? <Refused what={t('没有保存')} error={save.error} /> : null}
      </td>
      <td>
        <em className={`msg-level is-${rule.level}`}>{t(LEVELS[rule.level])}</em>
      </td>
      <td>
        <Tooltip title={t('站内消息不能关闭')}>
          <Checkbox checked disabled aria-label={t('站内')} />
        </Tooltip>
      </td>
      {OUTSIDE.map(channel => (
        <td key={channel}>
          <Checkbox
            checked={chosen.includes(channel)}
            disabled={!may || save.isPending}
            aria-label={`${rule.name} ${t(CHANNELS[channel])}`}
            onChange={event => put({ channels: OUTSIDE.filter(c => (c === channel ? event.target.checked : chosen.includes(c))) })}
          />
        </td>
      ))}
      <td>
        <Switch
          size="small"
          checked={rule.quietHours && rule.level !== 'urgent'}
          disabled={!may || save.isPending || rule.level === 'urgent'}
          aria-label={t('夜间不打扰')}
          onChange={quietHours => put({ quietHours })}
        />
      </td>
      <td>
        <Switch size="small" checked={rule.isEnabled} disabled={!may || save.isPending} aria-label={t('站外发送')} onChange={isEnabled => put({ isEnabled })} />
      </td>
    </tr>
  )
}
