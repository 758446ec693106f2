import { Button, Input } from 'antd'
import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { comeBack } from '../../model/actions.ts'

const PATIENCE_MS = 15_000
const DENIED = 1
/** 销假: by where one stands, read once when the button is pressed, or by the code at the counsellor's desk. */
export function BackPanel({ id, code: given, onClose }: { id: string; code: string | null; onClose: () => void }) {
  const [code, setCode] = useState(given ?? '')
  const [problem, setProblem] = useState<string>()
  const [isLocating, setLocating] = useState(false)
  const act = useAct(comeBack, { onDone: onClose, done: t('已销假') })
  const locate = () => {
    setProblem(undefined)
    if (!navigator.geolocation) return setProblem(t('这台设备不能定位，请扫老师的销假码'))
    setLocating(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false)
        act.mutate({ id, latitude: Number(coords.latitude.toFixed(6)), longitude: Number(coords.longitude.toFixed(6)) })
      },
      failure => {
        setLocating(false)
        setProblem(failure.code === DENIED ? t('没有允许定位，可以扫老师的销假码') : t('没有取到位置，请到室外再试或扫老师的销假码'))
      },
      { enableHighAccuracy: true, timeout: PATIENCE_MS },
    )
  }
  return (
    <Panel open title={t('销假')} onClose={onClose}>
      <div className="leave-back">
        {act.error ? <Refused what={t('没有销假')} error={act.error} /> : null}
        {problem ? (
          <p className="ql-problem" role="alert">
            {problem}
          </p>
        ) : null}
        <Button type="primary" size="large" block icon={<LocateFixed size={18} />} loading={isLocating || act.isPending} onClick={locate}>
          {t('我已到校，定位销假')}
        </Button>
        <p className="ql-help">{t('只在按下时取一次位置，用来核对是否在校，不保存。')}</p>
        <label htmlFor="leave-code">{t('或输入老师出示的销假码')}</label>
        <Input
          id="leave-code"
          size="large"
          value={code}
          onChange={event => setCode(event.target.value)}
          onPressEnter={() => code && act.mutate({ id, code: code.trim() })}
          autoComplete="off"
        />
        <Button size="large" block disabled={!code.trim() || act.isPending} onClick={() => act.mutate({ id, code: code.trim() })}>
          {t('用销假码销假')}
        </Button>
      </div>
    </Panel>
  )
}
