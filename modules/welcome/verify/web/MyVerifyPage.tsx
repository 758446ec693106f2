import { Button } from 'antd'
import { RealmPage } from '#modules/admission/roll/web/public/RealmPage.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { useActionForm } from '#web/forms/ActionForm.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { answerConsent, myConsent } from '../model/actions.ts'
import { verifyResults } from '../model/verification.ts'

/** 迎新 → 身份核验: what pictures one agrees to; whoever agrees to none is checked by eye. */
export default function MyVerifyPage() {
  const read = useRead(myConsent, {})
  return (
    <RealmPage title={t('身份核验')} help={t('报到时老师核对证件和本人。照片要你单独同意才拍、才保存；不同意的由老师当面核对，不影响报到。')}>
      <Loaded of={read}>{of => <Answer key={JSON.stringify(of)} of={of} />}</Loaded>
    </RealmPage>
  )
}
function Answer({ of }: { of: AnswerOf<typeof myConsent> }) {
  const { form, isBusy, send } = useActionForm(answerConsent, { initial: { face: of.face, idImage: of.idImage }, done: t('已保存') })
  return (
    <Sheet label={t('身份核验')} actions={of.result ? <StateTag of={verifyResults} state={of.result} /> : null}>
      <form
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
      >
        <Stack gap={3}>
          <p>{t('照片只用来核对你是不是录取的本人，入学复查后按学校规定的时间删除。你可以随时改变主意，改为不同意的照片马上删除。')}</p>
          {form.refusal ? <Refused what={t('没有办成')} error={form.refusal} /> : null}
          <Fields form={form} disabled={isBusy} />
          {of.isAnswered ? null : <p role="status">{t('还没有回答，按不同意办理')}</p>}
          <Button type="primary" size="large" htmlType="submit" loading={isBusy} block>
            {t('保存')}
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}
