import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#model'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { useFields } from '#web/forms/useFields.ts'
import { newKey, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { actionAddress, entityKey } from '#web/values/address.ts'
import { firstAdmin, schoolData } from '../model/open-calls.ts'
import { openSchool } from '../model/platform.ts'
import { Opening } from './register/Opening.tsx'

const FIELDS = { schoolName: openSchool.input.schoolName, regCode: openSchool.input.regCode, ...firstAdmin, ...schoolData } as const
const LAYOUT = [
  { fields: ['schoolName', 'regCode'] },
  { title: '首个管理员', fields: ['userName', 'nickName', 'mobile'] },
  { title: '学校信息', fields: ['shortName', 'schoolType', 'schoolCode', 'contact', 'contactMobile'] },
]
/** Opens a school and shows progress until the activation link. */
export function OpenSchool({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const form = useFields(FIELDS, LAYOUT, { userName: 'admin' })
  const [busy, setBusy] = useState(false)
  const [key, setKey] = useState(newKey)
  const [opened, setOpened] = useState<OutputOf<typeof openSchool>>()
  const close = () => {
    void client.invalidateQueries({ queryKey: entityKey('tenant') })
    onClose()
  }
  const send = async () => {
    const checked = form.check({ ...form.values })
    if (!checked || busy) return
    setBusy(true)
    const { schoolName, regCode, userName, nickName, mobile, ...school } = checked
    try {
      const body = { schoolName, ...(regCode ? { regCode } : {}), admin: { userName, nickName, mobile: mobile ?? null }, school }
      setOpened(await post<OutputOf<typeof openSchool>>(actionAddress(openSchool), body, { quiet: true, idempotencyKey: key }))
    } catch (error) {
      form.refuse(error)
      setKey(newKey())
      setBusy(false)
    }
  }
  return (
    <Panel
      open
      title={t('开通学校')}
      onClose={close}
      footer={
        <div className="ql-acts">
          <Button onClick={close}>{opened ? t('关闭') : t('取消')}</Button>
          {opened ? null : (
            <Button type="primary" loading={busy} onClick={() => void send()}>
              {t('开通学校')}
            </Button>
          )}
        </div>
      }
    >
      {opened ? (
        <Opening provisionId={opened.provisionId} link={opened.activationLink} />
      ) : (
        <>
          {form.refusal ? <Refused what={t('没有开通')} error={form.refusal} /> : null}
          <Fields form={form} disabled={busy} />
        </>
      )}
    </Panel>
  )
}
