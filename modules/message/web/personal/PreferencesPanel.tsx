import { Checkbox } from 'antd'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { CHANNELS } from '../../model/message.ts'
import { myPreferences, savePreference } from '../../model/rule.ts'
import { PushSwitch } from '../PushSwitch.tsx'

export const title = '消息接收'
export const order = 60
type Preference = AnswerOf<typeof myPreferences>[number]
type Way = { channel: keyof typeof CHANNELS; isOn: boolean; isFixed: boolean }

/** Choice of outside channels per event. In-app messages and mandatory ones cannot be switched off. */
export default function PreferencesPanel() {
  const read = useRead(myPreferences, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={4} />
  return (
    <>
      <PushSwitch />
      <p className="ql-quiet">{data.length ? t('站内消息总会收到；待办、重要和紧急消息不能关闭。') : t('学校只用站内消息，没有可以选择的。')}</p>
      {data.length ? <Preferences events={data} /> : null}
    </>
  )
}
function Preferences({ events }: { events: readonly Preference[] }) {
  const save = useAct(savePreference, { done: t('已保存') })
  const savedCode = save.variables?.eventCode
  const put = (of: Preference, channel: string, isOn: boolean) =>
    save.mutate({
      eventCode: of.eventCode,
      offChannels: waysOf(of)
        .filter(w => !w.isFixed && (w.channel === channel ? !isOn : !w.isOn))
        .map(w => w.channel),
    })
  const wayIn = (channel: keyof typeof CHANNELS) => (of: Preference) => {
    const way = waysOf(of).find(w => w.channel === channel)
    const isBusy = save.isPending && savedCode === of.eventCode
    return way ? (
      <Checkbox checked={way.isOn} disabled={way.isFixed || isBusy} onChange={event => put(of, channel, event.target.checked)}>
        {t(CHANNELS[channel])}
      </Checkbox>
    ) : null
  }
  const channels = [...new Set(events.flatMap(event => waysOf(event).map(way => way.channel)))]
  return (
    <PlainTable
      label={t('消息接收')}
      rows={events}
      keyOf={event => event.eventCode}
      columns={[
        [
          t('事件'),
          event => (
            <>
              {event.name}
              {save.error && savedCode === event.eventCode ? <Refused what={t('没有保存')} error={save.error} /> : null}
            </>
          ),
        ],
        ...channels.map(channel => [t(CHANNELS[channel]), wayIn(channel)] as const),
      ]}
    />
  )
}
const waysOf = (of: Preference): readonly Way[] => of.channels as readonly Way[]
