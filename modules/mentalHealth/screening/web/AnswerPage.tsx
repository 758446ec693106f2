import { Alert, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { answerScreening, refuseScreening, screeningForm, WORDS } from '../model/turnout.ts'
import { GuardianSheet } from './GuardianSheet.tsx'
import { HelpLines } from './public/HelpLines.tsx'
import { type Filled, ScaleSheet } from './ScaleSheet.tsx'

type Form = AnswerOf<typeof screeningForm>
/** 做普查: consent first, then the scales. */
export default function AnswerPage() {
  const [params] = useSearchParams()
  const id = params.get('id')
  const read = useRead(screeningForm, { id: id ?? '' }, { enabled: Boolean(id) })
  const [done, setDone] = useState<AnswerOf<typeof answerScreening>>()
  return (
    <Page title={t('心理普查')} width="form" back="/mentalHealth/mine">
      {done ? <Done of={done} /> : id ? <Loaded of={read}>{form => <Questions id={id} form={form} onDone={setDone} />}</Loaded> : <Empty title={t('没有选择普查')} />}
    </Page>
  )
}
const Done = ({ of: { words, needsHelp } }: { of: AnswerOf<typeof answerScreening> }) => (
  <Sheet title={t('谢谢你的回答')}>
    <Stack>
      <p>{t(WORDS[words])}</p>
      {needsHelp ? <Alert type="warning" showIcon title={t('你提到的想法很重要。心理老师会尽快联系你；现在就想和人说说，请打电话。')} /> : null}
      <HelpLines />
    </Stack>
  </Sheet>
)
function Questions({ id, form, onDone }: { id: string; form: Form; onDone: (answer: AnswerOf<typeof answerScreening>) => void }) {
  const navigate = useNavigate()
  const [agreed, setAgreed] = useState(false)
  const [filled, setFilled] = useState<Readonly<Record<string, Filled>>>({})
  const act = useAct(answerScreening, { changes: ['todo'], done: false, onDone })
  const scales = form.scales.flatMap(s => s ?? [])
  const sheets = scales.flatMap(({ id: scaleId, items }) => {
    const { answers = {}, seconds = 0 } = filled[scaleId] ?? {}
    const given = items.flatMap((_, n) => answers[n] ?? [])
    return given.length === items.length ? [{ scaleId, answers: given, seconds }] : []
  })
  const waits = form.isMinor && form.guardianState !== 'agreed'
  return (
    <Stack>
      <Sheet title={form.name}>
        <Stack>
          <p style={{ whiteSpace: 'pre-line' }}>{t(form.consentText)}</p>
          {waits ? null : (
            <Checkbox checked={agreed} onChange={e => setAgreed(e.target.checked)}>
              {t(answerScreening.input.consent.label)}
            </Checkbox>
          )}
          <Row>
            <ActionButton
              of={refuseScreening}
              input={{ id }}
              confirm={t('不参加没有任何影响，截止前还可以改主意。')}
              done={t('已记下，没有任何影响')}
              changes={['todo']}
              onDone={() => navigate('/mentalHealth/mine')}
            />
          </Row>
        </Stack>
      </Sheet>
      {waits ? <GuardianSheet id={id} form={form} /> : null}
      {agreed && !waits
        ? scales.map(scale => <ScaleSheet key={scale.id} scale={scale} value={filled[scale.id]} onChange={next => setFilled({ ...filled, [scale.id]: next })} />)
        : null}
      {act.error ? <Refused what={t('没有提交')} error={act.error} /> : null}
      {agreed && !waits ? (
        <Button type="primary" size="large" block loading={act.isPending} disabled={sheets.length < scales.length} onClick={() => act.mutate({ id, consent: true, sheets })}>
          {t('提交')}
        </Button>
      ) : null}
    </Stack>
  )
}
