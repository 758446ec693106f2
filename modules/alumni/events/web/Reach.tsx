import { Loaded, type Read } from '#web/feedback/Loaded.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { previewNotice } from '../model/alumni-notice.ts'

/** 30-AN1: whom a notice reaches, shown before it is sent. */
export const Reach = ({ read }: { read: Read<AnswerOf<typeof previewNotice>> }) => (
  <Loaded of={read} lines={3}>
    {({ all, noConsent, noAccount, told }) => (
      <>
        <p>{t('符合条件的校友 {{all}} 人，会收到消息的 {{told}} 人。', { all, told })}</p>
        <p className="ql-quiet">{t('不会收到：没有同意联系的 {{noConsent}} 人，同意了但没有账号的 {{noAccount}} 人。', { noConsent, noAccount })}</p>
      </>
    )}
  </Loaded>
)
