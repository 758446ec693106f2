import { Button } from 'antd'
import { useState } from 'react'
import { read, write } from '#web/base/storage.ts'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useActionForm } from '#web/forms/ActionForm.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import type { FormLayout } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ScanButton } from '#web/scan/ScanButton.tsx'
import { PointPage } from '../../desk/web/public/PointPage.tsx'
import { personCodeIn } from '../../desk/web/public/person-code.ts'
import { readDocument } from '../model/actions.ts'
import { Judge } from './verify/Judge.tsx'

/** The reader beside this device, kept on it. */
const DEVICE = 'ql-idReader'
const LAYOUT: FormLayout<keyof typeof readDocument.input> = [
  'code',
  'device',
  { field: 'cardNo', when: v => !v.device, required: true },
  { field: 'cardName', when: v => !v.device, required: true },
  { field: 'validTo', when: v => !v.device && !v.isForever },
  { field: 'isForever', when: v => !v.device },
]
/** 迎新 → 身份核验: the document on the reader or typed, three photos side by side, and one key for the result. */
export default function VerifyPage() {
  return <PointPage title={t('身份核验')}>{point => <AtPoint key={point.id} pointId={point.id} />}</PointPage>
}
function AtPoint({ pointId }: { pointId: string }) {
  const [found, setFound] = useState<AnswerOf<typeof readDocument>>()
  const [turn, setTurn] = useState(0)
  const next = () => {
    setFound(undefined)
    setTurn(n => n + 1)
  }
  if (found) return <Judge key={found.reading} of={found} onDone={next} />
  return <ReadForm key={turn} pointId={pointId} onRead={setFound} />
}
function ReadForm({ pointId, onRead }: { pointId: string; onRead: (found: AnswerOf<typeof readDocument>) => void }) {
  const [code, setCode] = useState<string>()
  return (
    <>
      <Row gap={2} spread="between">
        <ScanButton
          title={t('扫迎新码')}
          help={t('对准学生手机上的迎新码')}
          other={t('这不是迎新码')}
          onRead={text => {
            setCode(personCodeIn(text))
            return true
          }}
        >
          {t('用手机扫')}
        </ScanButton>
        <span className="ql-quiet">{code ? t('已扫迎新码') : t('不扫迎新码时，按证件号找人')}</span>
      </Row>
      <Card key={code ?? ''} pointId={pointId} code={code} onRead={onRead} />
    </>
  )
}
function Card({ pointId, code, onRead }: { pointId: string; code: string | undefined; onRead: (found: AnswerOf<typeof readDocument>) => void }) {
  const device = read<string>(DEVICE)
  const { form, isBusy, send } = useActionForm(readDocument, {
    layout: LAYOUT,
    input: { pointId },
    initial: { ...(device ? { device } : {}), ...(code ? { code } : {}) },
    done: false,
    onDone: found => {
      write(DEVICE, String(form.values.device ?? ''))
      onRead(found)
    },
  })
  return (
    <Sheet label={t('证件')}>
      <form
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
      >
        <Stack gap={3}>
          {form.refusal ? <Refused what={t('不能核验')} error={form.refusal} /> : null}
          <Fields form={form} disabled={isBusy} />
          <Button type="primary" size="large" htmlType="submit" block loading={isBusy}>
            {form.values.device ? t('读证') : t('核对')}
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('核对来的人是不是录取的人：证件、录取信息和照片。'),
  who: t('办理点的工作人员。'),
  first: t('选办理点，读证或照着证件录入，看三张照片后按 1 通过、2 存疑、3 不通过。'),
})
