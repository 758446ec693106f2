import { useQuery } from '@tanstack/react-query'
import { Button, Radio } from 'antd'
import { useState } from 'react'
import type { Values } from '#model'
import { Copy } from '#web/feedback/Copy.tsx'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { useFields } from '#web/forms/useFields.ts'
import { post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Row } from '#web/layout/Layout.tsx'
import { actionAddress } from '#web/values/address.ts'
import { getCode, getStatus } from '../../model/open-calls.ts'
import style from '../tenancy.module.css'
import type { StoredRequest } from './stored-request.ts'

type Status = Values<typeof getStatus.output>
/** First step: applicant, and the machine code for the vendor. */
export function Apply({
  asked,
  tenantId,
  onAsked,
  onNext,
}: {
  asked: StoredRequest | undefined
  tenantId: string | undefined
  onAsked: (asked: StoredRequest) => void
  onNext: () => void
}) {
  const here = useQuery({
    queryKey: ['registerStatus', tenantId],
    queryFn: () => post<Status>(actionAddress(getStatus), tenantId ? { tenantId } : {}, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { inPlace: true },
  })
  if (asked) return <Machine asked={asked} onNext={onNext} />
  if (here.isPending) return null
  return <Form key={here.data?.schoolName} known={here.data} tenantId={tenantId} onAsked={onAsked} />
}
function Form({ known, tenantId, onAsked }: { known: Status | undefined; tenantId: string | undefined; onAsked: (asked: StoredRequest) => void }) {
  const canJoin = Boolean(known?.schoolName) && (tenantId !== undefined || known?.registered === false)
  const [isHere, setHere] = useState(canJoin)
  const form = useFields(getCode.input, isHere ? ['contact', 'contactMobile'] : ['schoolName', 'contact', 'contactMobile'])
  const [busy, setBusy] = useState(false)
  const send = async () => {
    const checked = form.check(isHere ? { ...form.values, schoolName: known?.schoolName } : { ...form.values })
    if (!checked || busy) return
    setBusy(true)
    try {
      const machine = await post<StoredRequest['machine']>(actionAddress(getCode), checked, { quiet: true })
      onAsked({ ...checked, ...(isHere ? { tenantId: tenantId ?? '' } : {}), machine })
    } catch (error) {
      form.refuse(error)
    } finally {
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
      {canJoin && tenantId === undefined ? (
        <Radio.Group className={classes(style.choice)} value={isHere} onChange={event => setHere(event.target.value === true)}>
          <Radio value={true}>{t('注册现有的学校：{{name}}', { name: known?.schoolName })}</Radio>
          <Radio value={false}>{t('开通一所新学校')}</Radio>
        </Radio.Group>
      ) : null}
      {tenantId !== undefined && known?.schoolName ? <p className={style.name}>{known.schoolName}</p> : null}
      {form.refusal ? <Refused what={t('没有取到机器码')} error={form.refusal} /> : null}
      <Fields form={form} disabled={busy} />
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {t('获取机器码')}
      </Button>
    </form>
  )
}
function Machine({ asked, onNext }: { asked: StoredRequest; onNext: () => void }) {
  const { machineCode, requestText } = asked.machine
  return (
    <div className={style.machine}>
      <p className="ql-help">{t('把申请内容发给供应商，或让对方扫码；收到注册码后再继续，几天后回来也可以')}</p>
      <QrCode text={requestText} label={t('申请内容的二维码')} size={168} className={style.qr} />
      <p className={style.code} data-copied>
        {machineCode}
      </p>
      <Row as="p">
        <Copy text={machineCode} label={t('复制机器码')} />
        <Copy text={requestText} label={t('复制申请内容')} />
      </Row>
      <Button type="primary" size="large" block onClick={onNext}>
        {t('已有注册码，下一步')}
      </Button>
    </div>
  )
}
