import { Button, Checkbox, Input, Steps } from 'antd'
import { useMemo, useState } from 'react'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { Fields } from '#web/forms/Fields.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { useFields } from '#web/forms/useFields.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { recognitionApplication, saveSurvey } from '../../model/application.ts'
import { LINES, type Line, STEP_FIELDS, STEPS, type Step } from '../../model/survey.ts'
import type { Begun } from '../ApplyRecognitionPage.tsx'
import { layoutOf } from './layout.tsx'

const ORDER = Object.keys(STEPS) as Step[]
interface Props {
  begun: Begun
  batch: NonNullable<Begun['batches'][number]>
  /** The returned application that is handed in again. */
  again: string | null
  onDone: (id: string) => void
}
/** The survey in four steps; each is stored when it is left. Of a survey of last year each line is changed or ticked as it is. */
export function Wizard({ begun, batch, again, onDone }: Props) {
  const [at, setAt] = useState(0)
  const [missing, setMissing] = useState<readonly Step[]>([])
  const [ticked, setTicked] = useState<readonly Line[]>([])
  const [savedAt, setSavedAt] = useState(begun.savedAt)
  const narrow = useNarrow()
  const step = ORDER[at] ?? 'family'
  const layout = useMemo(() => layoutOf(step, batch.questions), [step, batch])
  const form = useFields(saveSurvey.input, layout, { ...begun.survey })
  const save = useAct(saveSurvey, { done: false })
  const keep = (then: () => void) => {
    const values = form.check(form.values)
    if (!values) return
    const onSuccess = (answer: { savedAt: string; missing: ReadonlyArray<Step | null> }) => {
      setSavedAt(answer.savedAt)
      setMissing(answer.missing.flatMap(m => m ?? []))
      then()
    }
    save.mutate(values, { onSuccess, onError: form.refuse })
  }
  const isChanged = (line: Line) => JSON.stringify(form.values[line] ?? null) !== JSON.stringify(begun.survey[line] ?? null)
  const tick = (line: Line, isOn: boolean) => setTicked(isOn ? [...ticked, line] : ticked.filter(l => l !== line))
  const confirm = (line: Line) =>
    isChanged(line) ? (
      t('和去年不同')
    ) : (
      <Checkbox checked={ticked.includes(line)} onChange={e => tick(line, e.target.checked)}>
        {t('和去年一样')}
      </Checkbox>
    )
  const notes = begun.isRenewal ? Object.fromEntries(STEP_FIELDS[step].map(line => [line, confirm(line)])) : {}
  const checked = (Object.keys(LINES) as Line[]).filter(line => ticked.includes(line) || isChanged(line))
  return (
    <Sheet label={t(STEPS[step])}>
      <Steps size="small" current={at} responsive={false} items={ORDER.map((s, n) => ({ title: narrow && n !== at ? '' : t(STEPS[s]) }))} onChange={n => keep(() => setAt(n))} />
      {form.refusal ? <Refused what={t('没有保存')} error={form.refusal} /> : null}
      <Fields form={form} notes={notes} disabled={save.isPending} />
      {at === ORDER.length - 1 ? (
        <HandIn {...{ begun, batch, again, checked, missing, onDone }} isBusy={save.isPending} keep={keep} onStep={s => setAt(ORDER.indexOf(s))} />
      ) : (
        <Button type="primary" size="large" block loading={save.isPending} onClick={() => keep(() => setAt(at + 1))}>
          {t('保存，下一步')}
        </Button>
      )}
      <Row spread="between">
        {at ? (
          <Button type="text" onClick={() => keep(() => setAt(at - 1))}>
            {t('上一步')}
          </Button>
        ) : (
          <span />
        )}
        <small className="ql-quiet">{savedAt ? t('{{time}} 已保存', { time: formatDatetime(savedAt) }) : t('还没有保存')}</small>
      </Row>
    </Sheet>
  )
}
interface HandInProps extends Props {
  checked: readonly Line[]
  missing: readonly Step[]
  isBusy: boolean
  keep: (then: () => void) => void
  onStep: (step: Step) => void
}
/** The own signature under what was told, and what is still missing. */
function HandIn({ begun, batch, again, checked, missing, isBusy, keep, onStep, onDone }: HandInProps) {
  const [promise, setPromise] = useState('')
  const options = { changes: ['aidSurvey', 'processInstance'], onDone: (answer: { id: string }) => onDone(answer.id) }
  const apply = useAct(recognitionApplication.apply, { ...options, done: t('申请已提交') })
  const resubmit = useAct(recognitionApplication.resubmit, { ...options, done: t('申请已重新提交') })
  const error = apply.error ?? resubmit.error
  const send = () => (again ? resubmit.mutate({ id: again, promise, checked: [...checked] }) : apply.mutate({ batchId: batch.id, promise, checked: [...checked] }))
  return (
    <Stack>
      {missing.length ? (
        <Row>
          {t('还没有填完：')}
          {missing.map(step => (
            <Button key={step} type="link" size="small" onClick={() => onStep(step)}>
              {t(STEPS[step])}
            </Button>
          ))}
        </Row>
      ) : null}
      <p>{t('本人承诺：以上内容真实。如有不实，愿意取消认定，并退回已经得到的资助。')}</p>
      <LabelledInput label={t('承诺签名')} help={t('请签自己的姓名“{{name}}”', { name: begun.name })}>
        {id => <Input id={id} size="large" value={promise} maxLength={64} autoComplete="off" onChange={e => setPromise(e.target.value)} />}
      </LabelledInput>
      {error ? <Refused what={t('没有提交')} error={error} /> : null}
      <Button type="primary" size="large" block disabled={!promise.trim()} loading={isBusy || apply.isPending || resubmit.isPending} onClick={() => keep(send)}>
        {again ? t('重新提交') : t('提交申请')}
      </Button>
    </Stack>
  )
}
