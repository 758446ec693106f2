import { EntityTable } from '#web/records/EntityTable.tsx'
import { userConsent } from '../model/credentials-consent.ts'

/** 隐私同意: who agreed to which version of the notice, and who took it back. */
export default function UserConsentPage() {
  return (
    <EntityTable<typeof userConsent> of={userConsent} columns={['userId', 'noticeVersion', 'at', 'withdrawnAt', 'ip']} filters={['userId', 'noticeVersion', 'at']} detail={false} />
  )
}
