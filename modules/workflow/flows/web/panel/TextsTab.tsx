import { Input, Select } from 'antd'
import { t } from '#web/i18n/index.ts'
import type { TabProps } from './ApproverTab.tsx'
import { Labelled } from './Labelled.tsx'

const MOST_PHRASES = 20
/** Name and offered phrases of the step. */
export function TextsTab({ step, flow, disabled, onChange }: TabProps) {
  const words = Object.entries(flow.mandatory)
  return (
    <>
      <Labelled label={t('名称')} help={t('申请人在进度里看到的就是这个名称。')}>
        {id => (
          <Input
            id={id}
            maxLength={60}
            disabled={disabled}
            value={step.name}
            status={step.name.trim() ? '' : 'error'}
            onChange={e => onChange({ ...step, name: e.target.value }, `${step.id}.name`)}
          />
        )}
      </Labelled>
      <Labelled label={t('常用语')} help={t('办理时可一键填入，每人还有自己的常用语。')}>
        {id => (
          <Select
            id={id}
            className="ql-wide"
            mode="tags"
            open={false}
            suffixIcon={null}
            disabled={disabled}
            placeholder={t('输入后按回车')}
            maxCount={MOST_PHRASES}
            value={[...(step.phrases ?? [])]}
            onChange={phrases => {
              const { phrases: _old, ...rest } = step
              onChange(phrases.length ? { ...rest, phrases: phrases.map(phrase => phrase.slice(0, 200)) } : rest)
            }}
          />
        )}
      </Labelled>
      {words.length ? (
        <Labelled label={t('对应的必须环节')} help={t('这类申请的流程不能缺少这些环节。')}>
          {id => (
            <Select
              id={id}
              className="ql-wide"
              allowClear
              disabled={disabled}
              placeholder={t('不对应')}
              value={step.mandatory ?? null}
              options={words.map(([value, label]) => ({ value, label }))}
              onChange={word => {
                const { mandatory: _old, ...rest } = step
                onChange(word ? { ...rest, mandatory: word } : rest)
              }}
            />
          )}
        </Labelled>
      ) : null}
    </>
  )
}
