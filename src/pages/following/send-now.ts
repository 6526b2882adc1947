/**
 * Sends the form of a page that was opened to send it: the link 'Stop these mails' ends them in one tap. Programs that open every
 * link of a mail, also those with a browser that is driven by one, must not end anything.
 */
export const sendNow = (): void => {
  const form = document.querySelector<HTMLFormElement>('[data-send-now] form')
  if (form && document.visibilityState === 'visible' && !navigator.webdriver) form.requestSubmit()
}
