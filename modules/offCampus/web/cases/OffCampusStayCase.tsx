import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { stayApplication } from '../../model/application.ts'
import { CALL_WAYS, CONSENT_STATES, KINDS } from '../../model/off-campus-stay.ts'

/** What somebody needs who decides: where, why, with whom, what the family said and what is still missing. */
export default function OffCampusStayCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(stayApplication.card, { id: bizId })
  const links = (ids: ReadonlyArray<string | null> | null, label: string) => (ids?.length ? <FileLinks key={label} ids={ids.flatMap(f => f ?? [])} label={label} /> : null)
  return (
    <Card read={read}>
      {card => (
        <>
          <Part label={t('住处')}>
            <FactList
              facts={[
                [t('类别'), t(KINDS[card.kind])],
                [t('原因'), card.reason],
                [t('日期'), t('{{from}} 至 {{to}}', { from: formatDate(card.fromOn), to: formatDate(card.toOn) })],
                [t('地址'), [card.placeName, card.address].filter(Boolean).join(' ')],
                [t('离学校（公里）'), card.distanceKm],
                [t('同址人数'), card.sharing > 1 ? card.sharing : null],
                [t('房东'), [card.landlordName, card.landlordPhone].filter(Boolean).join(' ') || null],
                [t('租房合同'), links(card.contract, t('租房合同'))],
                [t('合同到期日'), card.contractUntil ? formatDate(card.contractUntil) : null],
                [t('同住人'), card.cohabitants],
                [t('证明'), links(card.proofs, t('证明'))],
                [t('保留校内床位'), card.keepBed ? t('是') : t('否')],
              ]}
            />
          </Part>
          <Part label={t('批准前要有')}>
            <FactList
              facts={[
                [t('家长同意'), [card.guardian, t(CONSENT_STATES[card.consentLabel])].filter(Boolean).join(' ')],
                [t('辅导员联系家长'), card.callAt ? [formatDatetime(card.callAt), card.callWay ? t(CALL_WAYS[card.callWay]) : ''].join(' ') : t('还没有登记')],
                [t('联系情况'), card.callWords],
                [t('承诺书'), card.pledgeVersion === card.currentPledge ? t('已签署（{{version}}）', { version: card.pledgeVersion }) : t('签署的是旧版，请退回重新签署')],
                [t('紧急联系人'), [card.emergencyName, card.emergencyPhone].join(' ')],
              ]}
            />
          </Part>
        </>
      )}
    </Card>
  )
}
