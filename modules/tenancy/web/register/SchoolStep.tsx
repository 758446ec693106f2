import { Button, Select } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#model'
import { Refused } from '#web/feedback/Refused.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { useFields } from '#web/forms/useFields.ts'
import { newKey, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { actionAddress } from '#web/values/address.ts'
import { firstAdmin, registerSoft, schoolData } from '../../model/open-calls.ts'
import { schoolType } from '../../model/school.ts'
import style from '../tenancy.module.css'
import { saidIn } from './code-contents.ts'
import type { StoredRequest } from './stored-request.ts'

export type Registered = OutputOf<typeof registerSoft>
const FIELDS = { ...firstAdmin, schoolCode: schoolData.schoolCode, schoolType: schoolData.schoolType, shortName: schoolData.shortName } as const
/** The built-in items: the school's own dictionary does not exist yet. */
const TYPES = schoolType.items.map(item => ({ value: item.key, label: item.value }))
const LAYOUT = [
  { title: '首个管理员', fields: ['userName', 'nickName', 'mobile'] },
  {
    title: '学校信息',
    fields: [
      'shortName',
      {
        field: 'schoolType',
        render: ({ id, value, onChange, disabled }: { id: string; value: unknown; onChange: (next: unknown) => void; disabled: boolean }) => (
          <Select
            id={id}
            disabled={disabled}
            allowClear
            value={(value as string | null) ?? null}
            options={TYPES.map(o => ({ ...o, label: t(o.label) }))}
            onChange={next => onChange(next ?? null)}
          />
        ),
      },
      'schoolCode',
    ],
  },
]
interface Props {
  asked: StoredRequest
  regCode: string
  onBack: () => void
  onDone: (registered: Registered) => void
}
/** Third step: first administrator and the school's data; skipped for an existing school. */
export function SchoolStep({ asked, regCode, onBack, onDone }: Props) {
  const isHere = asked.tenantId !== undefined
  const form = useFields(FIELDS, isHere ? [] : LAYOUT, { userName: 'admin', nickName: asked.contact, mobile: asked.contactMobile })
  const [busy, setBusy] = useState(false)
  const [key] = useState(newKey)
  const send = async () => {
    const checked = form.check({ ...form.values })
    if (!checked || busy) return
    setBusy(true)
    const { userName, nickName, mobile, ...school } = checked
    try {
      const body = {
        machineCode: asked.machine.machineCode,
        regCode,
        schoolName: asked.schoolName,
        ...(asked.tenantId ? { tenantId: asked.tenantId } : {}),
        admin: { userName, nickName, mobile: mobile ?? null },
        ...(isHere ? {} : { school: { ...school, contact: asked.contact, contactMobile: asked.contactMobile } }),
      }
      onDone(await post<Registered>(actionAddress(registerSoft), body, { quiet: true, idempotencyKey: key }))
    } catch (error) {
      form.refuse(error)
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <p className={style.name}>{asked.schoolName}</p>
      {saidIn(regCode)?.schoolName === asked.schoolName ? null : (
        <p className="ql-warn">{t('注册码是为“{{name}}”签发的，名称要完全一致', { name: saidIn(regCode)?.schoolName })}</p>
      )}
      {form.refusal ? <Refused what={t('没有注册')} error={form.refusal} /> : null}
      {isHere ? <p className="ql-help">{t('学校已在使用，注册后用原来的账号登录')}</p> : <Fields form={form} disabled={busy} />}
      <div className={style.feet}>
        <Button size="large" onClick={onBack} disabled={busy}>
          {t('上一步')}
        </Button>
        <Button type="primary" size="large" htmlType="submit" loading={busy}>
          {isHere ? t('注册') : t('注册并开通')}
        </Button>
      </div>
    </form>
  )
}
