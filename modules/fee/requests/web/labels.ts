import { t } from '#web/i18n/index.ts'
import type { RequestKind } from '../model/fee-application.ts'

/** What a kind leads to, in a sentence for its applicant. */
export const CONSEQUENCES: Readonly<Record<RequestKind, () => string>> = {
  deferral: () => t('批准后到期前不算欠费，到期自动恢复。'),
  instalment: () => t('批准后按各期的日期缴，没有到期的不算欠费。'),
  reduction: () => t('批准后应缴减少，已经多缴的转入预存。'),
  refund: () => t('经两人复核后，钱按原路退回。'),
}
