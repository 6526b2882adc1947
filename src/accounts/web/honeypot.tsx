/** Honeypot: bots fill in every field; people and screen readers never reach this one. */
export const Honeypot = () => (
  <div aria-hidden="true" className="absolute -left-[200vw]">
    <label>
      Website
      <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
