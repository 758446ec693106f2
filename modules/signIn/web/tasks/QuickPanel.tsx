import { Button, Checkbox, Input, InputNumber, Segmented } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import type { Audience } from '#modules/system/model/audience.ts'
import { audienceInput } from '#modules/system/web/AudienceInput.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { language, t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { quickStart } from '../../model/actions.ts'
import type { Kind } from '../../model/sign-task.ts'
import type { Way } from '../../model/ways.ts'
import style from '../sign.module.css'
import { wayOptions } from './inputs.tsx'

interface Template {
  label: string
  kind: Kind
  minutes: number
  lateMinutes: number | null
  ways: Way[]
}
/** Weekly standard tasks. */
const TEMPLATES = {
  meeting: { label: '班会', kind: 'meeting', minutes: 30, lateMinutes: 10, ways: ['qr'] },
  night: { label: '晚点名', kind: 'dorm', minutes: 60, lateMinutes: null, ways: ['photo'] },
  activity: { label: '活动', kind: 'activity', minutes: 60, lateMinutes: 15, ways: ['qr'] },
} as const satisfies Readonly<Record<string, Omit<Template, 'ways'> & { ways: readonly Way[] }>>
type Code = keyof typeof TEMPLATES
/** The date in words: the name is stored, so it must not say "today". */
const dayText = (): string => new Intl.DateTimeFormat(language(), { month: 'long', day: 'numeric', timeZone: 'Asia/Shanghai' }).format(new Date())
const nameOf = (code: Code): string => `${t(TEMPLATES[code].label)} ${dayText()}`
const draftOf = (code: Code) => {
  const { kind, minutes, lateMinutes, ways } = TEMPLATES[code]
  return { name: nameOf(code), kind: kind as Kind, minutes: minutes as number, lateMinutes: lateMinutes as number | null, ways: [...ways] as Way[] }
}
/** Prefilled: one press starts it. */
export function QuickPanel({ onClose, onStarted }: { onClose: () => void; onStarted: (occurrenceId: string) => void }) {
  const [code, setCode] = useState<Code>('meeting')
  const [draft, setDraft] = useState(() => draftOf('meeting'))
  const [audience, setAudience] = useState<Audience>({ all: true })
  const [isChanged, setChanged] = useState(false)
  useUnsaved(isChanged)
  const act = useAct(quickStart, {
    changes: ['signOccurrence', 'signLine'],
    done: t('已开始签到'),
    onDone: ({ occurrenceId }) => {
      onClose()
      onStarted(occurrenceId)
    },
  })
  const put = (patch: Partial<typeof draft>) => {
    setChanged(true)
    setDraft(now => ({ ...now, ...patch }))
  }
  const choose = (next: Code) => {
    setCode(next)
    setDraft(draftOf(next))
  }
  const start = () => act.mutate({ ...draft, wayRule: 'any', audience })
  return (
    <Panel
      open
      title={t('快速发起')}
      onClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" loading={act.isPending} disabled={!draft.name.trim() || !draft.ways.length} onClick={start}>
            {t('现在开始')}
          </Button>
        </div>
      }
    >
      <div className={style.quick}>
        {act.error ? <Refused what={t('没有开始')} error={act.error} /> : null}
        <Segmented block value={code} options={Object.entries(TEMPLATES).map(([value, one]) => ({ value: value as Code, label: t(one.label) }))} onChange={choose} />
        <Labelled label={t('名称')}>{id => <Input id={id} value={draft.name} maxLength={100} onChange={event => put({ name: event.target.value })} />}</Labelled>
        <div className={style.pair}>
          <Labelled label={t('签到时长（分钟）')}>{id => <InputNumber id={id} min={1} max={1440} value={draft.minutes} onChange={v => put({ minutes: v ?? 1 })} />}</Labelled>
          <Labelled label={t('多少分钟后算迟到')}>{id => <InputNumber id={id} min={1} max={1439} value={draft.lateMinutes} onChange={v => put({ lateMinutes: v })} />}</Labelled>
        </div>
        <Labelled label={t('签到方式')}>
          {id => (
            <Checkbox.Group
              {...{ id }}
              aria-label={t('签到方式')}
              className={classes(style.checks)}
              options={wayOptions().filter(o => o.value !== 'location')}
              value={draft.ways}
              onChange={ways => put({ ways: [...ways] })}
            />
          )}
        </Labelled>
        <p className="ql-help">{t('学生在签到页看到，也会收到通知；没带手机的由老师点名。定位签到请用“新增”。')}</p>
        <Labelled label={t('受众')}>
          {id =>
            audienceInput(quickStart.permission)({
              id,
              value: audience,
              onChange: next => {
                setChanged(true)
                setAudience(next as Audience)
              },
              values: {},
              disabled: false,
              status: '',
              describedBy: undefined,
            })
          }
        </Labelled>
      </div>
    </Panel>
  )
}
function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={style.labelled}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
