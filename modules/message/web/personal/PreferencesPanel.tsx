import { Checkbox } from 'antd'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { CHANNELS } from '../../model/message.ts'
import { myPreferences, savePreference } from '../../model/rule.ts'
import '../message.css'

export const title = '消息接收'
export const order = 60
type Preference = AnswerOf<typeof myPreferences>[number]
type Way = { channel: keyof typeof CHANNELS; isOn: boolean; isFixed: boolean }

/** Choice of outside channels per event. In-app messages and mandatory ones cannot be switched off. */
export default function PreferencesPanel() {
  const read = useRead(myPreferences, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={4} />
  if (!data.length) return <p className="ql-quiet">{t('学校只用站内消息，没有可以选择的。')}</p>
  return (
    <>
      <p className="ql-quiet">{t('站内消息总会收到；待办、重要和紧急消息不能关闭。')}</p>
      <div className="msg-scroll">
        <table className="ql-plain msg-preferences">
          <tbody>
            {data.map(event => (
              <EventRow key={event.eventCode} of={event} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
function EventRow({ of }: { of: Preference }) {
  const save = useAct(savePreference, { done: t('已保存') })
  const ways = of.channels as readonly Way[]
  const put = (channel: string, isOn: boolean) =>
    save.mutate({ eventCode: of.eventCode, offChannels: ways.filter(w => !w.isFixed && (w.channel === channel ? !isOn : !w.isOn)).map(w => w.channel) })
  return (
    <tr>
      <td>
        {of.name}
        {save.error ? <Refused what={t('没有保存')} error={save.error} /> : null}
      </td>
      {ways.map(way => (
        <td key={way.channel}>
          <Checkbox checked={way.isOn} disabled={way.isFixed || save.isPending} onChange={event => put(way.channel, event.target.checked)}>
            {t(CHANNELS[way.channel])}
          </Checkbox>
        </td>
      ))}
    </tr>
  )
}
