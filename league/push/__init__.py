"""Push: short notifications on the devices of people who agreed, through their browsers' services.

A push carries nothing (RFC 8030): it only wakes the device, which then asks here for the text. So
no service ever reads anything of the club, and nothing has to be encrypted.
"""
