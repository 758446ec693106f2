import { Button } from 'antd'
import { CircleCheck, CircleDashed, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { read, write } from '#web/base/storage.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { useMe } from '#web/session/useCan.ts'
import { myFirstSteps } from '../../model/layout.ts'
import style from './home.module.css'

const KEY = 'qlAdmin-firstStepsLeft'

/** What somebody does once; it goes when all is done, or from this device when they close it. */
export function FirstSteps() {
  const { accountNo } = useMe()
  const [left, setLeft] = useState(() => read<string>(KEY))
  const isLeft = left === accountNo
  const { data } = useRead(myFirstSteps, {}, { enabled: !isLeft })
  if (isLeft || !data?.length) return null
  const leave = () => {
    write(KEY, accountNo)
    setLeft(accountNo)
  }
  return (
    <section className={style.steps} aria-labelledby="first-steps">
      <h2 id="first-steps">{t('先做这几件')}</h2>
      <ul>
        {data.map(({ code, title, isDone, link }) => (
          <li key={code} data-done={isDone || undefined}>
            {isDone ? <CircleCheck size={16} aria-label={t('已完成')} /> : <CircleDashed size={16} aria-hidden="true" />}
            {isDone ? title : <Link to={link}>{title}</Link>}
          </li>
        ))}
      </ul>
      <Button type="text" size="small" icon={<X size={15} />} aria-label={t('不再显示')} title={t('不再显示')} onClick={leave} />
    </section>
  )
}
