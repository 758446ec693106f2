import { Button, Input } from 'antd'
import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { usePosition } from '#web/position/usePosition.ts'
import { comeBack } from '../../model/actions.ts'
import style from '../leave.module.css'

/** 销假: by position, read once when the button is pressed, or by the desk code. */
export function BackPanel({ id, code: given, onClose }: { id: string; code: string | null; onClose: () => void }) {
  const [code, setCode] = useState(given ?? '')
  const { locate, isLocating, problem } = usePosition(t('扫老师的销假码'))
  const act = useAct(comeBack, { onDone: onClose, done: t('已销假') })
  const press = () => void locate(position => act.mutate({ id, ...position }))
  return (
    <Panel open title={t('销假')} onClose={onClose}>
      <div className={style.back}>
        {act.error ? <Refused what={t('没有销假')} error={act.error} /> : null}
        {problem ? (
          <p className="ql-problem" role="alert">
            {problem}
          </p>
        ) : null}
        <Button type="primary" size="large" block icon={<LocateFixed size={18} />} loading={isLocating || act.isPending} onClick={press}>
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
