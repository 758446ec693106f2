import { Select } from 'antd'
import { relationCode } from '#model/national.ts'
import CantonPicker from '#modules/campus/web/CantonPicker.tsx'
import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import type { FormLayout, FormValues } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { stayApplication } from '../model/application.ts'
import { PROOFS, type StayKind } from '../model/off-campus-stay.ts'

const DRAFT = 'offCampus.offCampusStay'
const MINE = '/offCampus/mine'
type Begun = BegunOf<typeof stayApplication>
type Mine = MineOf<typeof stayApplication>
type Asks = Parameters<typeof useRead<typeof stayApplication.preview>>[1]

/** 申请校外住宿: reason, address, family, pledge. */
export default function StayApplyPage() {
  return (
    <ApplyPage draft={DRAFT} of={stayApplication} title={t('申请校外住宿')} onlyStudents={t('当前账号不是学生，不能申请')} refused={t('这份申请不能修改')}>
      {(known, row, params) => <Form key={row?.id ?? 'new'} known={known} row={row} earlierId={params.get('earlier')} />}
    </ApplyPage>
  )
}
const isRent = (values: FormValues): boolean => values.kind === 'rent'
const proofOf = (values: FormValues): string | null => PROOFS[values.kind as StayKind] ?? null
function Form({ known, row, earlierId }: { known: Begun; row: Mine | undefined; earlierId: string | null }) {
  const { emergencyName, emergencyPhone } = known
  const only = known.guardians.length === 1 ? known.guardians[0]?.id : undefined
  const begun = useBeginning({ draft: DRAFT, id: row?.id, values: row ? { ...row, pledge: false } : { guardianId: only, emergencyName, emergencyPhone, keepBed: false } })
  const relations = useDict(relationCode)
  const layout: FormLayout = [
    { title: t('原因'), fields: ['kind', 'reason', 'fromOn', 'toOn', { field: 'proofs', when: values => proofOf(values) !== null }] },
    {
      title: t('住处'),
      fields: [
        { field: 'cantonCode', render: props => <CantonPicker {...props} /> },
        'address',
        { field: 'landlordName', required: true, when: isRent },
        { field: 'landlordPhone', required: true, when: isRent },
        { field: 'contract', required: true, when: isRent },
        { field: 'contractUntil', required: true, when: isRent },
        'cohabitants',
        'keepBed',
      ],
    },
    {
      title: t('家长'),
      note: t('提交后，同意链接发到监护人登记的电话；没有电话的，由辅导员登记书面同意。没有监护人的，先到个人信息的家庭成员里登记。'),
      fields: [
        {
          field: 'guardianId',
          render: ({ id, value, onChange, disabled, status }) => (
            <Select
              id={id}
              className="ql-wide"
              value={typeof value === 'string' ? value : undefined}
              status={status}
              disabled={disabled}
              options={known.guardians.map(g => ({
                value: g.id,
                label: [g.name, dictLabel(relations, g.relation ?? ''), g.hasPhone ? '' : t('没有电话')].filter(Boolean).join(' '),
              }))}
              onChange={onChange}
            />
          ),
        },
        'emergencyName',
        'emergencyPhone',
      ],
    },
    { title: t('安全承诺书'), note: t(known.pledgeText), fields: ['pledge'] },
  ]
  const state = useApplicationForm({ of: stayApplication, ...begun, page: MINE, layout, beside: { earlierId: earlierId ?? undefined }, once: ['earlierId'] })
  const { kind, fromOn, toOn, contractUntil, landlordPhone, cohabitants, proofs, contract } = state.form.values
  const isReady = Boolean(kind && fromOn && toOn)
  const has = (files: unknown): boolean => Array.isArray(files) && files.length > 0
  const asks = {
    ...{ id: row?.id ?? null, kind, fromOn, toOn, contractUntil: contractUntil ?? null, landlordPhone: landlordPhone ?? null, cohabitants: cohabitants ?? null },
    ...{ earlierId, hasProof: has(proofs), hasContract: has(contract) },
  } as unknown as Asks
  const preview = useRead(stayApplication.preview, asks, { enabled: isReady, keeps: true }).data ?? undefined
  return (
    <ApplicationForm of={state} title={t('申请校外住宿')} own={{ path: MINE, label: t('我的校外住宿') }} isBlocked={isReady && Boolean(preview?.problems.length)}>
      {isReady ? (
        <Outcome of={preview}>
          {t('共 {{n}} 晚', { n: preview?.nights ?? 0 })}
          {preview?.proof ? t('，要上传{{proof}}', { proof: t(preview.proof) }) : null}
        </Outcome>
      ) : (
        <p className="ql-quiet">{t('选好类别和日期，就能看到要的证明和审批。')}</p>
      )}
    </ApplicationForm>
  )
}
