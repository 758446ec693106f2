import { EntityTable } from '#web/records/EntityTable.tsx'
import { userConsent } from '../model/credentials-consent.ts'

/** 隐私同意: consents by version of the notice, and withdrawals. */
export default function UserConsentPage() {
  return (
    <EntityTable<typeof userConsent> of={userConsent} columns={['userId', 'noticeVersion', 'at', 'withdrawnAt', 'ip']} filters={['userId', 'noticeVersion', 'at']} detail={false} />
  )
}
