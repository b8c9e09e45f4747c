"""The public form of registration, the registrant’s own page, and the organiser’s page of both."""
