import { CheckList } from '#web/feedback/CheckList.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { certApplication } from '../model/application.ts'
import { RELATIONS } from '../model/major-cert.ts'

type One = AnswerOf<typeof certApplication.begin>['asks'][number]
const whyOf = ({ relation, minLevel, held, isMet }: NonNullable<One>): string =>
  [t(RELATIONS[relation]), minLevel ? t('{{level}}以上', { level: minLevel }) : '', held && !isMet ? t('已有{{level}}', { level: held }) : ''].filter(Boolean).join(' · ')
/** What my major asks of me, and what I have of it. */
export const Asked = ({ of }: { of: readonly One[] }) =>
  of.length ? (
    <Sheet title={t('我的专业要求的证书')}>
      <CheckList
        label={t('我的专业要求的证书')}
        of={of.flatMap(one => (one ? [{ name: one.name, isMet: one.isMet, why: whyOf(one), ...(one.isMet ? { value: one.held ?? t('已取得') } : {}) }] : []))}
      />
    </Sheet>
  ) : null
