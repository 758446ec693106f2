import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { Panel } from '#web/feedback/Panel.tsx'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import type { Payload } from '../../../merchants/model/provider.ts'
import { leaveFor, payByBridge, sceneHere } from '../launch.ts'
import style from '../my-fees.module.css'
import { Outcome } from '../Outcome.tsx'

interface CreatedOrder {
  id: string
  payload: Payload | null
}
/** What follows an order in this browser: the provider's page, its bridge, or a code to scan, which `panel` shows. */
export function usePayment(): { go: (made: CreatedOrder) => void; panel: ReactNode } {
  const navigate = useNavigate()
  const [code, setCode] = useState<{ id: string; text: string }>()
  const go = ({ id, payload }: CreatedOrder) => {
    if (!payload) return
    if (payload.kind === 'code') setCode({ id, text: payload.text })
    else if (payload.kind === 'bridge') payByBridge(payload.fields, () => navigate(`/fee/paid?id=${id}`))
    else if (payload.kind === 'link' && payload.url.startsWith('/')) navigate(payload.url)
    else leaveFor(payload)
  }
  const panel = code ? (
    <Panel open onClose={() => setCode(undefined)} title={t('扫码支付')} size={480}>
      <div className={style.code}>
        <QrCode text={new URL(code.text, window.location.origin).href} label={t('支付二维码')} size={220} />
        <Outcome id={code.id} />
      </div>
    </Panel>
  ) : null
  return { go, panel }
}
/** The way of paying that fits this browser, of those that an account has. */
export function useScene<S extends string>(scenes: readonly S[]): S | undefined {
  return sceneHere(scenes, useNarrow())
}
