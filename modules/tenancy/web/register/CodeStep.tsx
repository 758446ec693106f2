import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import style from '../tenancy.module.css'
import { saidIn } from './code-contents.ts'

/** Second step: the registration code and its content. */
export function CodeStep({ value, onChange, onBack, onNext }: { value: string; onChange: (code: string) => void; onBack: () => void; onNext: () => void }) {
  const id = useId()
  const [tried, setTried] = useState(false)
  const said = saidIn(value)
  const isWrong = tried && !said
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (said) onNext()
      }}
    >
      <div className="ql-field">
        <label className="ql-label" htmlFor={id}>
          {t('注册码')}
        </label>
        <Input.TextArea
          id={id}
          rows={6}
          value={value}
          status={isWrong ? 'error' : ''}
          aria-describedby={`${id}-more`}
          onChange={event => onChange(event.target.value)}
          spellCheck={false}
        />
        <div id={`${id}-more`} aria-live="polite">
          {isWrong ? <p className="ql-problem">{t('这不是完整的注册码，请从授权函中整段复制')}</p> : null}
          {said ? null : <p className="ql-help">{t('整段粘贴，空格和换行不影响')}</p>}
        </div>
      </div>
      {said ? (
        <dl className={style.said}>
          <dt>{t('学校')}</dt>
          <dd>{said.schoolName}</dd>
          <dt>{t('版本')}</dt>
          <dd>{said.edition}</dd>
          <dt>{t('学生人数上限')}</dt>
          <dd>{formatNumber(said.maxStudents)}</dd>
          <dt>{t('到期日期')}</dt>
          <dd>{said.expireDate}</dd>
        </dl>
      ) : null}
      <div className={style.feet}>
        <Button size="large" onClick={onBack}>
          {t('上一步')}
        </Button>
        <Button type="primary" size="large" htmlType="submit">
          {t('下一步')}
        </Button>
      </div>
    </form>
  )
}
